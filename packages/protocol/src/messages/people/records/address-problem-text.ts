import type { AddressProblem, AddressProblemOf } from '../../../records/address-problem.ts';

/** Why nothing is sent to an address, with the setting that allows it. */
export function addressProblemText(problem: AddressProblem): string {
  const text = texts[problem.code] as (problem: AddressProblem) => string;
  return text(problem);
}

const texts: { [Code in AddressProblem['code']]: (problem: AddressProblemOf<Code>) => string } = {
  'no-url': () => 'This is no address. Check the spelling.',
  'wrong-scheme': ({ scheme }) => `Addresses begin with http:// or https://, not ${scheme}//. Check the address.`,
  'holds-credentials': () => 'The address holds a user name or a password. Take it out.',
  'unknown-host': ({ host }) => `${host} has no address. Check the spelling.`,
  'not-public': ({ host, port }) =>
    `${host} is not on the open internet, so nothing is sent there. If it is a server of your own, name it with its port in RETINUE_ALLOWED_HOSTS, such as ${host}:${port}.`,
  'closed-port': ({ host, port, openPorts }) =>
    `Nothing is sent to port ${port} of ${host}. Use ${openPorts.join(' or ')}, or name ${host}:${port} in RETINUE_ALLOWED_HOSTS.`,
  redirected: ({ host }) => `${host} redirects to another address, which is not followed. Enter that address.`,
  'redirected-too-often': ({ host }) => `${host} redirects too often. Check the address.`,
  'redirected-nowhere': ({ host }) => `${host} redirects to something that is no address.`,
  'redirected-with-body': ({ host }) =>
    `${host} redirects, and what was sent can't be sent again. Use the address it leads to.`,
  'answer-too-large': ({ maxBytes }) => `The answer has more than ${maxBytes} bytes.`,
};
