/** The anchors of a page, as GitHub makes them: from its headings and from explicit anchors. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const text = withoutCode(page);
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading);
    const earlier = seen.get(slug) ?? 0;
    seen.set(slug, earlier + 1);
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...explicit]);
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The targets of the links of a page, as written. */
export function linksOf(page: string): readonly string[] {
  return [...withoutCode(page).matchAll(/\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)\)/g)].map(([, target = '']) => target);
}

/** Fenced blocks and code between backticks hold neither headings nor links. */
function withoutCode(page: string): string {
  return page
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.slice(1, -1).replace(/[[\]()<>]/g, ''));
}
