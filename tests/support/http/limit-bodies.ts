/** Bodies at the size limits, each of which is the worst for some way of reading. */
export function limitBodies(bytes: number): Record<string, () => string> {
  const fill = (piece: string) => piece.repeat(Math.floor((bytes - 2000) / piece.length));
  const message = (parts: string) =>
    `{"id":"c","trigger":"submit-message","messages":[{"id":"m","role":"user","parts":[${parts}{"type":"text","text":"Hi"}]}]}`;
  return {
    'a list of empty objects': () => `[${fill('{},')}{}]`,
    'a list of numbers': () => `[${fill('1,')}1]`,
    'an object of many fields': () =>
      `{${Array.from({ length: Math.floor(bytes / 20) }, (_, index) => `"a${index}":{}`).join(',')}}`,
    'deep lists': () => fill('['),
    'deep objects': () => fill('{"a":'),
    'one long text': () => `"${fill('x')}"`,
    'a text of escapes': () => `"${fill('\\u0041')}"`,
    'white space': () => `${fill(' ')}{}`,
    'a text in a message': () => message(`{"type":"text","text":"${fill('x')}"},`),
    'many empty parts': () => message(fill('{},')),
    'many parts': () => message(fill('{"type":"text","text":"a"},')),
    'many messages': () =>
      `{"id":"c","trigger":"submit-message","messages":[${fill('{"id":"m","role":"user","parts":[]},')}{"id":"m","role":"user","parts":[{"type":"text","text":"Hi"}]}]}`,
    'messages of wrong shape': () => `{"id":"c","trigger":"submit-message","messages":[${fill('[],')}{}]}`,
    'a result schema of many kinds': () =>
      `{"name":"A","resultSchema":{"type":"object","properties":{${Array.from({ length: Math.floor(bytes / 60) }, (_, index) => `"p${index}":{"anyOf":[{"type":"string"},{"type":"null"}]}`).join(',')}}}}`,
    'a nested result schema': () =>
      `{"name":"A","resultSchema":${'{"anyOf":[{"type":"null"},'.repeat(2000)}{}${']}'.repeat(2000)}}`,
  };
}

export const kindsOfBodies = Object.keys(limitBodies(10_000));
