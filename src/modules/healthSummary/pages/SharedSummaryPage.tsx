import { type ReactNode, useState } from 'react';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { Page as WidePage } from '../../../ui/Page.tsx';
import { useWords } from '../../../words/index.ts';
import { readLink } from '../sharing/link.ts';
import { OpenLink, type OpenedSummary } from '../sharing/OpenLink.tsx';
import { ReadSummary } from '../sharing/ReadSummary.tsx';

/** What a patient has shared by a link, for anybody who has it. The key is behind the `#` of the address and is sent to no server. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [payload] = useState(() => readLink(location.hash));
  const [opened, setOpened] = useState<OpenedSummary | null>(null);
  if (opened !== null)
    return (
      <WidePage>
        <ReadSummary {...opened} />
      </WidePage>
    );
  return (
    <SignInGate title={t('healthSummary.openTitle')} lead={t('healthSummary.openLead')}>
      <OpenLink payload={payload} onOpened={setOpened} />
    </SignInGate>
  );
}
