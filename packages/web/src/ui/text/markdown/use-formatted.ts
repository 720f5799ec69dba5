import { startTransition, useEffect, useRef, useState } from 'react';
import { type Formatted, format, formattedBefore } from './formatter.ts';
import type { MarkdownBlock } from './parse-markdown.ts';

/** The formatted beginning of a text; `isPlain` if it can't be formatted. */
export interface Formatting {
  text: string;
  blocks: readonly MarkdownBlock[];
  isPlain: boolean;
}

/** Formats a text in the worker. When a text grows, only its last block is formatted again. */
export function useFormatted(text: string, isGrowing: boolean): Formatting | null {
  const [formatting, setFormatting] = useState(() => formattingOf(text, formattedBefore(text)));
  const reader = useRef<Reader | null>(null);
  const latest = useRef({ text, isGrowing });
  useEffect(() => {
    const opened = new Reader();
    reader.current = opened;
    return () => opened.leave();
  }, []);
  useEffect(() => {
    latest.current = { text, isGrowing };
    const known = isGrowing ? null : formattingOf(text, formattedBefore(text));
    if (known) return setFormatting(known);
    reader.current?.read(
      () => latest.current,
      (found) => startTransition(() => setFormatting(found)),
    );
  }, [text, isGrowing]);
  return formatting && text.startsWith(formatting.text) ? formatting : null;
}

function formattingOf(text: string, formatted: Formatted | undefined): Formatting | null {
  return formatted === undefined ? null : { text, blocks: formatted ?? [], isPlain: formatted === null };
}

interface Wanted {
  text: string;
  isGrowing: boolean;
}

/** Formats one text at a time, then the newest. */
class Reader {
  #last: Formatting | null = null;
  #isBusy = false;
  readonly #leaving = new AbortController();

  leave(): void {
    this.#leaving.abort();
  }

  read(wanted: () => Wanted, onFormatted: (formatting: Formatting) => void): void {
    if (!this.#isBusy) void this.#readAll(wanted, onFormatted);
  }

  async #readAll(wanted: () => Wanted, onFormatted: (formatting: Formatting) => void): Promise<void> {
    this.#isBusy = true;
    const { signal } = this.#leaving;
    let next: Wanted | null = wanted();
    while (next && !signal.aborted) {
      const { text, isGrowing }: Wanted = next;
      this.#last = await this.#formatted(text, isGrowing, signal);
      if (!signal.aborted) onFormatted(this.#last);
      const newest = wanted();
      next = newest.text === text && newest.isGrowing === isGrowing ? null : newest;
    }
    this.#isBusy = false;
  }

  async #formatted(text: string, isGrowing: boolean, signal: AbortSignal): Promise<Formatting> {
    const last = this.#last;
    const continues = last !== null && isGrowing && text.startsWith(last.text);
    // Text added to one that could not be formatted is not tried again.
    if (continues && last.isPlain) return { ...last, text };
    const stable = continues ? last.blocks.slice(0, -1) : [];
    const from = continues ? (last.blocks.at(-1)?.start ?? 0) : 0;
    const formatted = await format(text.slice(from), isGrowing, signal);
    if (formatted === null) return { text, blocks: [], isPlain: true };
    return { text, isPlain: false, blocks: [...stable, ...formatted.map((block) => moved(block, from))] };
  }
}

function moved(block: MarkdownBlock, by: number): MarkdownBlock {
  return by === 0 ? block : { ...block, start: block.start + by };
}
