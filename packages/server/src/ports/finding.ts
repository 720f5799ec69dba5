/** Something that does not hold: which rule, about which id, and in words. */
export interface Finding {
  rule: FindingRule;
  about: string;
  words: string;
}
type FindingRule = 'file' | 'event' | 'order' | 'link' | 'end' | 'blob' | 'projection' | 'record';

export function link(about: string, words: string): Finding {
  return { rule: 'link', about, words };
}
