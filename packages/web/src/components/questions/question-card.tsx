import type { Question } from '@retinue/protocol';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { ShownCall } from '../../store/questions/decide.ts';
import { useActions } from '../../store/use-store.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Waiting } from '../../ui/status.tsx';
import { AnswerForm } from './answer-form.tsx';
import { questionsCopy } from './copy.ts';

const ApprovalRequest = lazyPart(async () => (await import('../approvals/approval-request.tsx')).ApprovalRequest);

export interface OpenQuestion extends Pick<Question, 'chatId' | 'questionId' | 'text' | 'options' | 'lapsesAt'> {
  /** The call to approve; null for a question. */
  approval: ShownCall | null;
  /** From the chat down to the agent that asks. */
  path: Question['path'];
}

interface CardProps {
  question: OpenQuestion;
  /** A link to the chat, outside of it. */
  children?: ReactNode;
}

/** An open question or approval: the same in the chat, in the side pane and in the inbox. */
export function QuestionCard({ question, children }: CardProps) {
  const actions = useActions();
  const { chatId, questionId, text, options, approval } = question;
  return (
    <article
      aria-label={approval ? questionsCopy.needsApproval : questionsCopy.needsAnswer}
      data-needs-you
      className="rounded-plain border border-ask/50 bg-ask-wash px-3.5 py-3"
    >
      {approval ? (
        <Suspense fallback={<Waiting label={questionsCopy.opening} />}>
          <ApprovalRequest question={question} call={approval}>
            {children}
          </ApprovalRequest>
        </Suspense>
      ) : (
        <>
          <QuestionText text={text} iconColor="text-ask" />
          {children && <div className="ps-6">{children}</div>}
          <AnswerForm options={options} onAnswer={(answer, key) => actions.answer(chatId, questionId, answer, key)} />
        </>
      )}
    </article>
  );
}

export function QuestionText({ text, iconColor }: { text: string; iconColor: 'text-ask' | 'text-faint' }) {
  return (
    <p className="flex items-start gap-2">
      <CircleHelp size={16} className={`mt-1 shrink-0 ${iconColor}`} />
      <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap font-medium [overflow-wrap:anywhere]">
        {text}
      </span>
    </p>
  );
}
