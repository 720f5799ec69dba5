import type { RouteName } from '@retinue/protocol';
import { routes } from '@retinue/protocol';

/** Appends of the engine: logs and failpoints use these names. */
export const engineLabels = [
  'ask-parent',
  'consult-parent',
  'stop-work',
  'start-step',
  'end-step',
  'cut-step',
  'start-calls',
  'end-call',
  'record-late',
  'recover',
  'end-thread',
] as const;
/** Appends of an import, which is no part of a chat's history. */
const importLabels = ['stage-import', 'show-import'] as const;

/** A command's append has its name: `retryTask` appends as `retry-task`. */
type CommandLabel = Kebab<RouteName>;
export function commandLabelOf(name: RouteName): CommandLabel {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as CommandLabel;
}

/** Every label that a failpoint can name. */
export const appendLabels: readonly AppendLabel[] = [
  ...engineLabels,
  ...importLabels,
  ...(Object.keys(routes) as RouteName[]).map(commandLabelOf),
];

/** A change of a record appends nothing, so no failpoint names it. */
export type AppendLabel =
  | (typeof engineLabels)[number]
  | (typeof importLabels)[number]
  | CommandLabel
  | 'change-record';

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${Kebab<Rest>}`
    : `${Lowercase<First>}-${Kebab<Uncapitalize<Rest>>}`
  : '';
