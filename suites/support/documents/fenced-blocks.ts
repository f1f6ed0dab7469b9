/** A fenced code block of a Markdown document. */
export interface FencedBlock {
  /** First word behind the fence: `ts`, `sh`, `json` … Empty where there is none. */
  readonly language: string;
  /** What follows the language on the same line; readers of the page do not see it. */
  readonly info: string;
  readonly text: string;
  /** Line of the fence in the document, from 1. */
  readonly line: number;
}

const fence = /^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm;

/** The fenced code blocks of a Markdown document, in order. Only fences of three backticks at the margin count. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  return [...markdown.matchAll(fence)].map(({ index, 1: language = '', 2: info = '', 3: text = '' }) => ({
    language,
    info: info.trim(),
    text,
    line: markdown.slice(0, index).split('\n').length,
  }));
}
