import { Link } from '@tanstack/react-router';
import { RichText } from '../../ui/text/rich-text.tsx';

interface LinkedProps {
  /** With the text of the link in brackets. */
  text: string;
  section: string;
  /** The entry that the link opens. */
  edit?: string;
}

/** A sentence with a link to a section of the settings. */
export function SettingsLink({ text, section, edit }: LinkedProps) {
  const link = (label: string) => (
    <Link
      to="/settings/$section"
      params={{ section }}
      search={edit ? { edit } : {}}
      className="text-accent underline underline-offset-2"
    >
      {label}
    </Link>
  );
  return <RichText text={text} link={link} />;
}
