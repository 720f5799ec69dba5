import type { CommandName } from './arguments.ts';
import { overview } from './help-overview.ts';

/** What a command is for, by example. */
export function helpFor(command: CommandName | null, invocation: (command: string) => string): string {
  const text = command === null ? overview : pages[command];
  return text.replaceAll(/\$\((.*?)\)/g, (_whole, words: string) => invocation(words));
}

const dataLine = '  --data <dir>   the data directory instead of RETINUE_DATA';
const followLines = `  --json         every event of the chat as one line of JSON, and nothing else
${dataLine}`;

const budgetLine =
  '  --budget <sum> what this turn may spend, as in "tokens=20000 dollars=0.50 minutes=5 calls=20 tasks=3"';

const pages: Record<CommandName, string> = {
  start: `start: serves the product at one address of this machine, goes on with what was open, and keeps running.

  $(start)
  RETINUE_PORT=8080 $(start)

${dataLine}

It prints a link that signs one browser in, once. The other commands go through it while it runs. In an empty store
the built-in demo model runs a first delegation. Ctrl-C or SIGTERM ends it: no new steps, running calls get
10 seconds, and nothing is lost.
`,
  resume: `resume: goes on with what was open, until it has settled or only people can help.

  $(resume)

${followLines}

While a server runs, it goes on with everything by itself; this then follows what it does.
`,
  link: `link: a new link for the browser, while the server runs. It works once, within 15 minutes.

  $(link)

  --json         the link as one line of JSON
${dataLine}
`,
  token: `token rotate: makes a new token for the programs of this machine.

  $(token rotate)

The commands and a running server take the new token by themselves. Scripts that were given the old one are refused.

${dataLine}
`,
  run: `run "<prompt>": opens a chat and follows it until it has answered.

  $(run "Which city had the cleanest air in 2023?")
  $(run "What did gas cost in France in 2022?" --agent researcher)
  cat question.txt | $(run -)
  $(run "Compare Oslo and Bergen" --json) | grep thread.opened

  --agent <name> who is asked (default: orchestrator)
${budgetLine}
${followLines}

Ctrl-C stops the whole tree. In a terminal you are asked what the agents ask; without one the
command ends with exit code 3 and says how to answer. Open work of other chats goes on meanwhile.
`,
  send: `send <chat> "<text>": a message into a chat, or into any thread that is at work.

  $(send last "And in 2022?")
  $(send thr_0mwiypxlxnna3tbeq1ntj "Only the capitals, please")

${budgetLine}
${followLines}
`,
  answer: `answer <question> "<text>": answers what an agent asked, then follows the chat.

  $(answer qst_0mwiypxw2pu8ec5ucmjad "The year 2023")
  $(answer qst_0mwiypxw2pu8ec5ucmjad approve)
  $(answer qst_0mwiypxw2pu8ec5ucmjad "refuse: not to this address")
  $(answer qst_0mwiypxw2pu8ec5ucmjad again)

Where approvals lapse, "again" asks for one anew that was asked for too long ago.
${followLines}
`,
  cancel: `cancel <chat, thread or task>: stops it and everything below it; the rest goes on.

  $(cancel last)
  $(cancel task_0mwiypxw2pu8ec5ucmjad)

${followLines}
`,
  retry: `retry <task>: another attempt at a task that failed or was stopped.

  $(retry task_0mwiypxw2pu8ec5ucmjad)
  $(retry task_0mwiypxw2pu8ec5ucmjad --instruction "Use the figures of 2022")

  --instruction  instead of the one before
${followLines}
`,
  background: `background <task>: its parent goes on without waiting for it, and is told at its end; then follows the chat.

  $(background task_0mwiypxw2pu8ec5ucmjad)

${followLines}
`,
  rename: `rename <chat> "<title>": gives a chat another title, of one line.

  $(rename last "Rents in Norway")

  --json         the chat's id as one line of JSON
${dataLine}
`,
  delete: `delete <chat>: stops a chat with everything in it and hides it. Half a minute later it is removed for good,
with its whole tree, by whichever process works on the store then.

  $(delete last)
  $(delete thr_0mwiypx)

  --json         the chat's id as one line of JSON
${dataLine}
`,
  tree: `tree <chat>: everything that happened in a chat, as a tree.

  $(tree last)
  $(tree thr_0mwiypx --json)

  --json         the tree as one line of JSON
${dataLine}
`,
  list: `list: the chats, pinned ones first, then the newest.

  $(list)

  --json         each chat as one line of JSON
${dataLine}
`,
  inbox: `inbox: the open questions and approvals of all chats, each with who asks, its arguments and how to answer.

  $(inbox)

  --json         one line of JSON each
${dataLine}
`,
  verify: `verify: reads the whole store and says what does not hold. Changes nothing; open work is fine.

  $(verify)
  $(verify --data /backups/monday)

  --json         each finding as one line of JSON
${dataLine}

Exit code 1 when there is a finding.
`,
  search: `search <words>: where these words are: in titles, messages, instructions, answers, results and questions.

  $(search rents oslo)
  $(search '"clean air" -2022')

  --json         the reply as one line of JSON
${dataLine}

Every word must be there, in whichever case and with or without accents; the last one may be unfinished. Quotes hold a
phrase together, and a minus leaves out; both need quotes of the shell around them. The newest 50 of the best are shown.
`,
  webhooks: `webhooks <action>: whom the running server tells of what happens, signed and at least once.

  $(webhooks list)
  $(webhooks add https://example.com/hook --triggers on-task-completed,on-task-waiting)
  $(webhooks deliveries whk_0mwiypxw2pu8ec5ucmjad)
  $(webhooks redeliver whk_0mwiypxw2pu8ec5ucmjad dlv_0mwiypxw2pu8ec5ucmjad_512)
  $(webhooks remove whk_0mwiypxw2pu8ec5ucmjad)

  --triggers     names with commas between (default: all)
  --secret       what to sign with (default: a new one, which is shown once)
  --json         the reply as one line of JSON
${dataLine}
`,
  show: `show <thread or task>: one thread in full: its instruction, messages, steps, calls and their results.

  $(show last)
  $(show task_0mwiypxw2pu8ec5ucmjad)
  $(show 0mwiypxw --full)

  --full         nothing is shortened, and large results are read in whole
  --json         the folded thread as one line of JSON
${dataLine}

A thread is named by its id, its task's id, the beginning of either, or as "last" (the newest chat).
`,
  stats: `stats: what the work cost and what came of it, by agent and by day.

  $(stats)
  $(stats --from 2026-01-01 --to 2026-01-31 --agent researcher)
  $(stats --json) | jq '.agents[] | {name, tasks, successRate, p95Ms}'

  --from, --to   only what was opened on these days (UTC) and between them
  --agent        only this agent
  --chat         only this chat, by its id, the beginning of it, or "last"
  --json         the figures as one line of JSON
${dataLine}
`,
  stop: `stop: cancels all work in a chat, in the workspace or in the whole server, and keeps it stopped.

  $(stop last)
  $(stop workspace)
  $(stop server)
  $(stop server --resume)

  --resume       lets it work again; what was canceled stays canceled
  --json         what was stopped or resumed, as one line of JSON
${dataLine}

Nothing starts until it is resumed, also after a restart. Messages, answers and approvals that come in meanwhile are
kept and take effect then. To cancel without keeping it stopped: $(cancel <chat or task>).
`,
  limits: `limits: what bounds the chats that are opened from now on.

  $(limits)
  $(limits --set "maxSteps=50 maxTasksPerTurn=20 idleMs=60000")
  $(limits --set maxSteps=default)
  $(limits --budget "tokens=200000 dollars=2")
  $(limits --budget none)

  --set <limits> some of maxChildrenAtOnce, maxTasksPerTurn, maxSteps, maxWorkMs, idleMs, maxTokens, maxOutputChars,
                 compactAtTokens, approvalLapseMs: how long a call can be approved after somebody was asked,
                 maxNoticeTurns: turns that background results may begin after one message,
                 and providerRetryMs: how long provider errors are retried (600000 unless set)
  --budget <sum> what one turn may spend with everything below it: tokens, dollars, minutes, calls, tasks
  --json         as one line of JSON
${dataLine}
`,
  prices: `prices: what models cost by the workspace's own word, in dollars per million tokens.

  $(prices)
  $(prices --set "prv_openai/gpt-5 1.25 10 0.125")
  $(prices --remove prv_openai/gpt-5)

  --set <price>  provider/model, input, output and, if it differs, cached input
  --remove <model>  leaves a model to the built-in table again
  --json         as one line of JSON
${dataLine}

Models that nobody has set a price for cost what the table of this release says. Nothing is fetched.
`,
  export: `export <chat>: a chat with its whole tree, for import elsewhere or for people to read.

  $(export last) > chat.json
  $(export last --format markdown --output chat.md)
  $(export thr_0mwiypx --output chat.json)

  --format <f>   json (default), or markdown
  --output <f>   a file that is not there yet, instead of stdout
${dataLine}
`,
  import: `import <file>: an exported chat (JSON) becomes a chat of this store. It is checked in full before anything
is written, gets new ids, and starts no work: what is open in it is stopped.

  $(import chat.json)
  cat chat.json | $(import -)

  --json         what was imported as one line of JSON
${dataLine}
`,
  backup: `backup <file or directory>: the whole store as one file, from one moment, also while a process works on it.

  $(backup monday.jsonl)
  $(backup /backups/)
  DATABASE_URL=postgres://localhost/retinue $(backup monday.jsonl)

${dataLine}

Never writes over a file. The same file restores into SQLite and into PostgreSQL.
`,
  restore: `restore <file>: a backup becomes the store. It is checked in full and its contents are shown first; when anything is
wrong, nothing changes.

  $(restore monday.jsonl)
  $(restore monday.jsonl --force)
  cat monday.jsonl | $(restore -)
  DATABASE_URL=postgres://localhost/retinue $(restore monday.jsonl)

  --force        when there is a store already: put it aside under a new name, without asking
${dataLine}

Not while a server runs on the store.
`,
};
