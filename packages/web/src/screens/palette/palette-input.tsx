import { Command } from 'cmdk';
import { Search } from 'lucide-react';

/** Where one types; what is typed is for the list, and for the search in what was said. */
export function PaletteInput({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <div className="flex items-center gap-2.5 border-b border-line px-4">
      <Search size={16} className="text-faint" aria-hidden="true" />
      <Command.Input
        data-first
        value={words}
        onValueChange={onChange}
        placeholder="Find a chat, an action, or words in any chat"
        className="h-12 flex-1 bg-transparent outline-none placeholder:text-faint"
      />
    </div>
  );
}
