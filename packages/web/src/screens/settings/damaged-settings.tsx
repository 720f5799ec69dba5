import { type DamagedSetting, removableSettings } from '@retinue/protocol';
import { TriangleAlert } from 'lucide-react';
import { May } from '../../components/may.tsx';
import { useDamagedSettings, useSend } from '../../store/use-library.ts';
import { useWorkspace } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldProblem } from '../../ui/forms/fields.tsx';
import { damageCopy as copy } from './copy.ts';
import { useRequest } from './entries.tsx';

/** The settings that can't be read from the store; nothing if there are none. */
export function DamagedSettings() {
  const fetched = useDamagedSettings();
  if (fetched.state !== 'ready' || fetched.value.length === 0) return null;
  return (
    <section aria-label={copy.title} className="rounded-plain border border-line bg-raised p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert size={16} className="shrink-0 text-bad" />
        {copy.title}
      </h2>
      <p className="mt-1 text-small text-soft text-pretty">{copy.lead}</p>
      <ul className="mt-3 flex flex-col divide-y divide-line border-t border-line">
        {fetched.value.map((setting) => (
          <DamagedSettingRow key={`${setting.kind} ${setting.id}`} setting={setting} onDone={fetched.again} />
        ))}
      </ul>
    </section>
  );
}

function DamagedSettingRow({ setting, onDone }: { setting: DamagedSetting; onDone: () => void }) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 text-small">
        <p className="font-medium [overflow-wrap:anywhere]">{copy.name(setting)}</p>
        <p className="text-soft">{copy.advice(setting)}</p>
        <p className="mt-1 line-clamp-2 text-tiny text-faint [overflow-wrap:anywhere]">
          {copy.problem(setting.problem)}
        </p>
      </div>
      <May right="own">
        <DamagedSettingAction setting={setting} onDone={onDone} />
      </May>
    </li>
  );
}

function DamagedSettingAction({ setting: { kind, id }, onDone }: { setting: DamagedSetting; onDone: () => void }) {
  const send = useSend();
  const { name } = useWorkspace();
  const removable = removableSettings.find((one) => one === kind);
  const { problem, run } = useRequest<unknown, []>(() =>
    removable
      ? send('removeDamagedSetting', { params: {}, body: { kind: removable, id } })
      : send('changeWorkspace', { params: {}, body: { name } }),
  );
  if (!removable && kind !== 'workspace') return null;
  const act = async () => {
    if ('value' in (await run())) onDone();
  };
  return (
    <div className="flex flex-col items-end gap-1">
      <Button variant={removable ? 'danger' : 'plain'} onClick={() => void act()}>
        {removable ? copy.remove(kind) : copy.saveDefaults}
      </Button>
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </div>
  );
}
