/** The values for the placeholders of a config in one run. */
export interface Placeholders {
  /** Base URL of the fake upstream without a trailing slash. */
  readonly upstream: string;
  /** The port that the relay listens on; absent for a relay that we do not start. */
  readonly port?: number;
  /** The folder of the generated files; absent for a relay that we do not start. */
  readonly work?: string;
  /** What was learned while the relay was set up; absent before. */
  readonly learned?: Readonly<Record<string, string>>;
}

const placeholder = /\{(upstream|port|work|setup\.[A-Za-z][A-Za-z0-9_-]*)\}/g;

/**
 * Replaces `{upstream}`, `{port}`, `{work}` and `{setup.NAME}`. Everything else in braces stays as it is, because templates are often
 * JSON. A placeholder that has no value in this run stays too, but loading a config refuses it.
 */
export function substitute(template: string, values: Placeholders): string {
  return template.replaceAll(placeholder, (whole, name: string) => {
    switch (name) {
      case 'upstream':
        return values.upstream;
      case 'port':
        return values.port === undefined ? whole : String(values.port);
      case 'work':
        return values.work ?? whole;
      default:
        return values.learned?.[name.slice('setup.'.length)] ?? whole;
    }
  });
}

/** `substitute` over every value of a record. */
export function substituteAll(
  templates: Readonly<Record<string, string>>,
  values: Placeholders,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(templates).map(([key, template]) => [key, substitute(template, values)]));
}
