import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { paletteCopy } from './copy.ts';

/** Filters the list and searches in messages. */
export function PaletteInput({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  return (
    <div className="flex items-center gap-2.5 border-b border-line px-4">
      <Search size={16} className="text-faint" aria-hidden="true" />
      <Command.Input
        data-first
        value={query}
        onValueChange={onChange}
        placeholder={paletteCopy.placeholder}
        className="h-12 flex-1 bg-transparent outline-none placeholder:text-faint"
      />
    </div>
  );
}
