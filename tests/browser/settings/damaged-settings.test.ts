import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { instanceWorkspaceId, localWorkspaceId } from '@retinue/protocol';
import { withTables } from '../../corruption/write-cases.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, temporaryDirectory } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { closeBrowser, isViewed, until, visit } from '../../support/browser/browser.ts';
import { say } from '../../support/scripted/script-lines.ts';
import { bothStores } from '../../support/stores/both-stores.ts';

after(closeBrowser);

const { stores, newDirectory } = bothStores();
const folder = process.env.RETINUE_TEST_PICTURES;
const params = { workspaceId: localWorkspaceId };
const script = () => [say('Hello.')];
const agents = [agent('orchestrator')];
const rows = [
  [instanceWorkspaceId, 'workspace', localWorkspaceId, '{"name":7}', null],
  [instanceWorkspaceId, 'workspace', 'ws_other', '{"torn', null],
  [localWorkspaceId, 'skill', 'skl_boats', '{"skillId":"skl_boats"}', null],
  [localWorkspaceId, 'provider', 'prv_lost', '{}', 1],
] as const;

async function writeDamage(place: Parameters<typeof withTables>[0]): Promise<void> {
  await withTables(place, async (run) => {
    for (const row of rows)
      await run(
        'INSERT INTO record (workspace_id, kind, id, version, data, checksum, updated_at) VALUES (?, ?, ?, 1, ?, ?, 1)',
        row,
      );
  });
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L72] ${kind}: damaged settings of a workspace are listed, saved again or removed, and valid ones are not`, async () => {
    const store = await stores[kind]();
    const directory = store.kind === 'sqlite' ? store.directory : await newDirectory();
    await (await openServed({ directory, store, script, agents })).stop();
    await writeDamage(store);
    await using served = await openServed({ directory, store, script, agents });
    const listed = async () =>
      (await served.owner.listDamagedSettings({ params })).results.map((one) => `${one.kind} ${one.id}`).sort();
    assert.deepEqual(await listed(), ['provider prv_lost', 'skill skl_boats', `workspace ${localWorkspaceId}`]);
    assert.equal((await served.owner.getWorkspace({ params })).name, 'Workspace');
    const remove = async (what: 'skill' | 'provider', id: string) =>
      (await served.owner.removeDamagedSetting({ params, body: { kind: what, id } })).isRemoved;
    assert.equal(await remove('skill', 'skl_boats'), true);
    assert.equal(await remove('skill', 'skl_boats'), false);
    assert.equal(await remove('provider', 'prv_lost'), true);
    await served.owner.changeWorkspace({ params, body: { name: 'Harbor' } });
    assert.deepEqual(await listed(), []);
    const skill = await served.owner.createSkill({
      params,
      body: { name: 'boats', description: 'Counts.', content: 'Count.' },
    });
    assert.equal(await remove('skill', skill.skillId), false);
    assert.equal((await served.owner.listSkills({ params })).results.length, 1);
  });
}

for (const [width, height] of [
  [1440, 900],
  [390, 800],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (!isViewed(width, colorScheme)) continue;
    test(`[L72] the settings page lists damaged settings, the values used instead and what to do: ${width} ${colorScheme}`, async () => {
      const directory = await temporaryDirectory();
      await (await openServed({ directory, script, agents })).stop();
      await writeDamage({ kind: 'sqlite', directory });
      await using served = await openServed({ directory, script, agents });
      await using visitor = await visit(served, { viewport: { width, height }, colorScheme });
      const { page } = visitor;
      await page.goto(`${served.url}/settings/workspace`);
      const list = page.getByRole('region', { name: 'Damaged settings' });
      await list.getByText('Default settings are used. Save the defaults, then change what you need.').waitFor();
      await list.getByText('Agents work without it. Remove the record, then create the skill again.').waitFor();
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
      if (folder) {
        await mkdir(folder, { recursive: true });
        await page.screenshot({ path: `${folder}/damaged-settings-${width}-${colorScheme}.png` });
      }
      await list.getByRole('button', { name: 'Remove skill' }).click();
      await list.getByRole('button', { name: 'Remove provider' }).click();
      await list.getByRole('button', { name: 'Save defaults' }).click();
      await list.waitFor({ state: 'detached' });
      await until(async () => (await served.owner.listDamagedSettings({ params })).results.length, 0);
      await rm(directory, { recursive: true, force: true });
    });
  }
}
