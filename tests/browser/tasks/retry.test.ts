import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { newTask, succeed } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')];
const script = byAgent({
  orchestrator: ({ place: { step } }) =>
    step === 1 ? [newTask('worker', 'Count the **wrong** things')] : [say('So it is.')],
  worker: (request) => {
    const isRight = JSON.stringify(request.messages).includes('right things');
    return isRight ? [succeed('Three.')] : [call('taskResult', { result: 'There are none.', status: 'error' })];
  },
});

test('[D12.6][U2.2] a failed task is retried with another instruction, from its row and from the side pane', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByRole('button', { name: 'Edit and retry: Count the wrong things' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit and retry' });
  const field = dialog.getByRole('textbox', { name: 'Instruction' });
  assert.equal(await field.inputValue(), 'Count the **wrong** things');
  await field.fill(' ');
  await dialog.getByText('Enter an instruction.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Retry' }).isDisabled(), true);
  await field.fill('Count the other wrong things');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.waitFor({ state: 'detached' });
  const second = page.locator('[data-task]', { hasText: 'attempt 2' });
  await second.locator('xpath=self::*[@data-status="failed"]').waitFor();
  await second.getByRole('button', { name: /^Open in side pane/ }).click();
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  await pane.getByRole('button', { name: 'Edit and retry' }).click();
  await field.fill('Count the right things');
  await page.keyboard.press('Control+Enter');
  const third = page.locator('[data-task]', { hasText: 'attempt 3' });
  await third.locator('xpath=self::*[@data-status="success"]').waitFor();
  assert.equal(await page.locator('[data-task]').count(), 3);
  assert.match(await third.innerText(), /Count the right things/);
});
