// Signs this browser in with the token of a set-up link, and shows chats as they go.
const at = (id) => document.getElementById(id);
const workspace = '/api/workspaces/ws_local';
let source = null;
const drafts = new Map();

await signIn();

async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('set-up');
  if (token) history.replaceState(null, '', '/');
  const exchange = token ? await send('POST', '/api/sign-in', { token }) : null;
  const who = await fetch('/api/sign-in');
  // A used link does no harm to a browser that is signed in already.
  if (!who.ok) return tell((await (exchange && !exchange.ok ? exchange : who).json()).detail);
  tell('Signed in. Everything here is kept on this machine.');
  at('ask').hidden = false;
  at('ask').addEventListener('submit', ask);
  await listChats();
}

async function ask(event) {
  event.preventDefault();
  const reply = await send('POST', `${workspace}/chats`, { text: at('text').value });
  const body = await reply.json();
  if (!reply.ok) return tell(body.detail);
  at('text').value = '';
  await openChat(body.chatId);
}

async function listChats() {
  const { results } = await (await fetch(`${workspace}/chats?limit=20`)).json();
  at('chats').hidden = results.length === 0;
  at('list').replaceChildren(...results.map(row));
}

function row({ chatId, title, status, tasks }) {
  const link = document.createElement('a');
  link.href = `#${chatId}`;
  link.dir = 'auto';
  link.textContent = title;
  link.addEventListener('click', () => openChat(chatId));
  const item = document.createElement('li');
  const state = document.createElement('small');
  state.textContent = ` ${status.replaceAll('_', ' ')} · ${tasks} tasks`;
  item.append(link, state);
  return item;
}

async function openChat(chatId) {
  source?.close();
  drafts.clear();
  const { position } = await show(chatId);
  source = new EventSource(`${workspace}/stream?chats=${chatId}&after=${position}`);
  source.addEventListener('event', () => show(chatId));
  source.addEventListener('delta', ({ data }) => grow(JSON.parse(data), chatId));
  source.addEventListener('chat', listChats);
}

async function show(chatId) {
  const [tree, tasks] = await Promise.all(
    ['tree', 'tasks?type=agent'].map(async (part) => (await fetch(`${workspace}/chats/${chatId}/${part}`)).json()),
  );
  const root = tree.threads.find(({ threadId }) => threadId === tree.rootId);
  at('answer').hidden = false;
  at('title').textContent = root.title;
  at('tasks').replaceChildren(...tasks.results.map(taskRow));
  const parts = root.items.flatMap((item) => (item.type === 'step' ? item.parts : []));
  at('words').textContent = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return tree;
}

function taskRow({ name, title, status }) {
  const item = document.createElement('li');
  const state = document.createElement('small');
  state.textContent = ` ${name.replace('agent:', '')} · ${status}`;
  const text = document.createElement('span');
  text.dir = 'auto';
  text.textContent = title;
  item.append(text, state);
  return item;
}

function grow({ threadId, type, offset, text, step }, chatId) {
  if (threadId !== chatId || type !== 'text') return;
  const known = drafts.get(step) ?? '';
  if (offset > known.length) return;
  drafts.set(step, known.slice(0, offset) + text);
  at('words').textContent = drafts.get(step);
}

function send(method, path, body) {
  return fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

function tell(words) {
  at('status').textContent = words;
}
