/** An inconsistency: the rule, the id, and a message. */
export interface Finding {
  rule: FindingRule;
  about: string;
  message: string;
}
type FindingRule = 'file' | 'event' | 'order' | 'link' | 'end' | 'blob' | 'projection' | 'record';

export function linkFinding(about: string, message: string): Finding {
  return { rule: 'link', about, message };
}
