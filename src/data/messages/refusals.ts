import { addMessageAttachment, replyToThread, sendMessage } from '@portal/api';
import * as v from 'valibot';
import { type Failure, refusalOf } from '../errors.ts';
import { FileRefusal, MessageRefusal } from './record.ts';

export function fileRefusalOf(said: Failure | null): FileRefusal {
  const code = refusalOf(addMessageAttachment, said);
  if (code === 'payload_too_large') return 'file_too_large';
  return v.is(FileRefusal, code) ? code : 'failed';
}

export function messageRefusalOf(said: Failure | null, isReply: boolean): MessageRefusal {
  const code = isReply ? refusalOf(replyToThread, said) : refusalOf(sendMessage, said);
  if (code === 'attachment_missing') return 'file_refused';
  return v.is(MessageRefusal, code) ? code : 'failed';
}
