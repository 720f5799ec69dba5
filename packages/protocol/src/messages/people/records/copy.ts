import type { AddressProblem, AddressProblemOf } from '../../../records/address-problem.ts';
import type {
  DeliveryProblem,
  DeliveryProblemOf,
  DisabledReason,
  DisabledReasonOf,
} from '../../../records/delivery-problem.ts';
import type { RecordProblem } from '../../../records/record-problem.ts';
import { misfitsText } from '../field-errors/copy.ts';

/** Why nothing is sent to an address, with the setting that allows it. */
export function addressProblemText(problem: AddressProblem): string {
  const text = addressTexts[problem.code] as (problem: AddressProblem) => string;
  return text(problem);
}

const addressTexts: { [Code in AddressProblem['code']]: (problem: AddressProblemOf<Code>) => string } = {
  'no-url': () => 'This is no address. Check the spelling.',
  'wrong-scheme': ({ scheme }) => `Addresses start with http:// or https://, not ${scheme}//. Check the address.`,
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

/** Why a delivery failed. */
export function deliveryProblemText(problem: DeliveryProblem): string {
  const text = deliveryTexts[problem.code] as (problem: DeliveryProblem) => string;
  return text(problem);
}

const deliveryTexts: { [Code in DeliveryProblem['code']]: (problem: DeliveryProblemOf<Code>) => string } = {
  text: ({ text }) => text,
  answered: ({ host, status }) => `${host} answered ${status}.`,
  timeout: ({ host }) => `${host} did not answer in time.`,
  unreachable: ({ host, network }) => `${host} could not be reached${network === undefined ? '' : ` (${network})`}.`,
  'address-refused': ({ problem }) => addressProblemText(problem),
  'no-secret': () => 'No secret is set. Set one.',
  'chat-deleted': () => 'Its chat was deleted.',
  'webhook-disabled': () => 'The webhook was disabled.',
};

/** Why the server disabled a webhook. */
export function disabledReasonText(reason: DisabledReason): string {
  const text = disabledTexts[reason.code] as (reason: DisabledReason) => string;
  return text(reason);
}

const disabledTexts: { [Code in DisabledReason['code']]: (reason: DisabledReasonOf<Code>) => string } = {
  text: ({ text }) => text,
  gone: ({ status }) => `The server answered ${status} (gone).`,
  failing: ({ failed, lastError }) =>
    `${failed} deliveries in a row failed.${lastError === null ? '' : ` Last error: ${deliveryProblemText(lastError)}`}`,
  'host-changed': () => 'Its host changed, so its secret was cleared. Set a secret and enable it.',
};

/** Why a record can't be used, as what follows its name. */
export function recordProblemText(problem: RecordProblem): string {
  if (problem.code === 'changed') return 'is not what was written.';
  if (problem.code === 'other-id') return `has the id ${problem.id}.`;
  return `can't be read: ${misfitsText(problem.misfits)}`;
}
