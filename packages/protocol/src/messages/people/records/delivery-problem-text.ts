import type {
  DeliveryProblem,
  DeliveryProblemOf,
  DisabledReason,
  DisabledReasonOf,
} from '../../../records/delivery-problem.ts';
import { addressProblemText } from './address-problem-text.ts';

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
