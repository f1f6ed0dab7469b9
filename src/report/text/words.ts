import type { RouteName } from '../../core/route.ts';

const thousands = new Intl.NumberFormat('en-US');

/** `1,204` */
export function formatCount(count: number): string {
  return thousands.format(count);
}

/** `1 case`, `1,204 cases` */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `openai-chat ← anthropic-messages`: the client's dialect on the left, as in case ids. */
export function formatRoute(route: RouteName): string {
  return route.replace('<', ' ← ');
}

/** `42 s`, `2 min 5 s` */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `frames 5, 6 of 6`, counted from 1; empty when no frame shows it. */
export function formatFrames(frames: readonly number[], frameCount: number): string {
  if (frames.length === 0) {
    return '';
  }
  return `frame${frames.length === 1 ? '' : 's'} ${frames.map((frame) => frame + 1).join(', ')} of ${frameCount}`;
}

// C0 and C1 controls: a finish reason that a relay made up could move the cursor, or forge a line of ours.
const controls = /\p{Cc}/gu;

/** Text from outside on one line, with its control characters escaped so that it cannot affect a terminal. */
export function printable(text: string): string {
  return text.replaceAll(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const shownNames = 3;

/** The first three names, and how many more there are. */
export function someOf(names: readonly string[], between = ', '): string {
  const left = names.length - shownNames;
  return [...names.slice(0, shownNames), ...(left > 0 ? [`${formatCount(left)} more`] : [])].join(between);
}
