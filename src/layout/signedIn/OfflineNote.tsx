import { type ReactNode, useState } from 'react';
import { useIsFacilityDown } from '../../data/connection.ts';
import { useKeepsRecords } from '../../data/keptRecords/state.ts';
import { useHasOfflineLine } from '../../records/kept/offlineLine.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CloudOff } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

/** Shown once per visit; after that the chip in the bar is enough (visual language, section 5). */
let wasClosed = false;

/** Says that there is no connection and what that means. */
export function OfflineNote({ offline }: { readonly offline: boolean }): ReactNode {
  const { t } = useWords();
  const isDown = useIsFacilityDown();
  const isKept = useKeepsRecords();
  // A page that shows a copy says how old it is, which is enough.
  const isSaid = useHasOfflineLine();
  const [closed, setClosed] = useState(wasClosed);
  const close = () => {
    wasClosed = true;
    setClosed(true);
  };
  return (
    <div role="status">
      {offline && !closed && !isSaid ? (
        <Banner
          kind="warning"
          icon={CloudOff}
          title={t(isDown ? 'core.facilityDown' : 'layout.offlineTitle')}
          onClose={close}
        >
          {t(
            isDown
              ? isKept
                ? 'layout.downKeptText'
                : 'layout.downText'
              : isKept
                ? 'layout.offlineKeptText'
                : 'layout.offlineText',
          )}
        </Banner>
      ) : null}
    </div>
  );
}
