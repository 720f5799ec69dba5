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

/** Commands that commit nothing, or only under other names. */
const withoutCommit: readonly RouteName[] = [
  ...(['verify', 'proveServer', 'makeDownloadLink', 'testProvider', 'testWebhook', 'redeliver'] as const),
  ...(['importChat', 'sendUiMessage', 'stopUiStream'] as const),
];

/** Every route whose name a commit can have. */
export const committingRoutes = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].method !== 'GET' && !withoutCommit.includes(name),
);

/** Every label that a failpoint can name. */
export const appendLabels: readonly AppendLabel[] = [
  ...engineLabels,
  ...importLabels,
  ...committingRoutes.map(commandLabelOf),
];

/** `change-record` is a change of a record that no person requested, so no failpoint names it. */
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
