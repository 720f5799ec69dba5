/** The help of the command line as a whole: every command in one line. */
export const overview = `Retinue: agents that delegate, durably.

  $(run "Compare the rents of Oslo and Bergen")
      ask; watch the agents work; get the answer
  $(tree last)
      what they did, call by call

Ask
  run "<prompt>"              a new chat
  send <chat> "<text>"        go on with one
  answer <question> "<text>"  answer what an agent asked, or approve or refuse what it wants to do
Steer
  cancel <chat or task>       stop it and everything below it
  stop <chat, workspace or server>  stop all work there, until it is resumed (--resume)
  retry <task>                another attempt at a task that failed or was stopped
  background <task>           let it work on while the one who waits for it goes on
Keep
  rename <chat> "<title>"     give it another title
  delete <chat>               stop it, hide it, and remove it for good soon after
Look (also while another process works on the store)
  list                        the chats
  inbox                       everything that waits for you, with what it is about
  tree <chat>                 a chat's whole tree
  show <thread>               one thread in full: words, calls, results
  search <words>              where these words are, in any chat and any sub-agent
  stats                       tokens, time, money and success, by agent
  verify                      whether the store keeps its promises
Set
  limits                      what bounds new chats: steps, time, tokens, a budget
  prices                      what models cost, where the workspace knows better
Carry
  export <chat>               a chat as a file: JSON for import, Markdown for people
  import <file>               an exported chat into this store
  backup <file>               the whole store as one file, also while it is at work
  restore <file>              a backup into an empty store, SQLite or PostgreSQL
Serve
  start                       the server, until it is stopped; it prints a link for the browser
  link                        another link, for another browser or a lost one
  token rotate                a new token for programs; the old one is refused from then on
  resume                      go on with what was open, here, until it has settled
  webhooks <action>           addresses that events are sent to: list, add, remove, deliveries, redeliver

A chat is named by its id, by the beginning of it, or as "last".
While a server runs on the store, the commands go through it and show the same.
Every command takes --help and --data <directory> (default: RETINUE_DATA, else .retinue); most take --json.

Exit codes: 0 done · 1 failed · 2 wrong usage · 3 an agent waits for an answer · 130 stopped with Ctrl-C
`;
