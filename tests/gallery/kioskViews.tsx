import { type ReactNode, useEffect, useState } from 'react';
import { Brand } from '../../src/ui/Brand.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { calendarDate, todayHere } from '../../src/ui/calendar.ts';
import { ChoiceGroup } from '../../src/ui/Choices.tsx';
import { DatePicker } from '../../src/ui/DatePicker.tsx';
import { SelectField } from '../../src/ui/Field.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { IdleVeil } from '../../src/ui/IdleVeil.tsx';
import {
  ArrowLeft,
  ArrowRight,
  CloudOff,
  HandHelping,
  Hourglass,
  Languages,
  ShieldCheck,
  User,
} from '../../src/ui/icons.ts';
import { KioskBar, KioskMain } from '../../src/ui/KioskBar.tsx';
import { KioskActions, KioskCard } from '../../src/ui/KioskCard.tsx';
import { KioskFacts } from '../../src/ui/KioskFacts.tsx';
import { KioskQuestion } from '../../src/ui/KioskQuestion.tsx';
import { KioskFilters, KioskRow, KioskRows, KioskSum, KioskWait } from '../../src/ui/KioskRows.tsx';
import { KioskSearch } from '../../src/ui/KioskSearch.tsx';
import { ClearingBar, KioskStage, StageActions, StageNote } from '../../src/ui/KioskStage.tsx';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Progress } from '../../src/ui/Progress.tsx';
import { FieldGroup } from '../../src/ui/FieldGroup.tsx';
import { Segmented } from '../../src/ui/Segmented.tsx';
import { Seal } from '../../src/ui/Seal.tsx';
import { Scale } from '../../src/ui/Scale.tsx';
import { Status } from '../../src/ui/Status.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';

const nothing = () => undefined;
const brand = <Brand name="Questionnaire Kiosk" sub="Tidewillow Health" />;
const menus = (user: string) => (
  <>
    <MenuButton icon={Languages} hiddenLabel="Language" label="English">
      <MenuItem current lang="en">
        English
      </MenuItem>
      <MenuItem lang="es">Español</MenuItem>
    </MenuButton>
    <MenuButton icon={User} label={user}>
      <MenuItem>Log Out</MenuItem>
    </MenuButton>
  </>
);

export function KioskListView(): ReactNode {
  const [date, setDate] = useState(calendarDate('2026-11-16'));
  const start = (name: string) => (
    <Button>
      Start<VisuallyHidden> for {name}</VisuallyHidden>
    </Button>
  );
  return (
    <>
      <KioskBar brand={brand}>{menus('Marlow P.')}</KioskBar>
      <KioskMain>
        <MessageBar />
        <h1>Who is filling in a questionnaire?</h1>
        <KioskFilters>
          <KioskSearch label="Name, birth date or number" clearLabel="Clear the search" value="" onChange={nothing} />
          <DatePicker
            label="Due date"
            today={todayHere()}
            value={date}
            onChange={(next) => setDate(next)}
            previousNext
          />
          <SelectField label="Facility" value="" onChange={nothing} placeholder="All facilities" options={[]} />
        </KioskFilters>
        <Segmented
          legend="Show"
          value="waiting"
          onChange={nothing}
          options={[
            { value: 'waiting', label: 'Waiting 4' },
            { value: 'inProgress', label: 'In progress 2' },
            { value: 'finished', label: 'Finished 3' },
          ]}
        />
        <KioskSum>3 patients found</KioskSum>
        <KioskRows label="Patients">
          <KioskRow
            name="Applewhistle, Juniper"
            details={['Born Apr 2, 1979', 'TW-000-1234 · Willow Wing']}
            titlesLabel="Questionnaires"
            titles={[
              { id: '1', title: 'How are you doing?' },
              { id: '2', title: 'Fall risk check' },
            ]}
            action={start('Applewhistle, Juniper')}
          />
          <KioskRow
            name="Cloudberry, Wren"
            details={['Born Aug 19, 1961', 'TW-000-2210 · Willow Wing']}
            titlesLabel="Questionnaires"
            titles={[{ id: '1', title: 'Pain and sleep' }]}
            action={start('Cloudberry, Wren')}
          />
          <KioskRow
            name="Mosswick, Otis"
            details={['Born Jan 30, 2004', 'TW-000-3477 · Acorn House']}
            titlesLabel="Questionnaires"
            titles={[{ id: '1', title: 'New patient history' }]}
            action={
              <KioskWait>
                <Icon of={Hourglass} size="s" />
                <span>Questionnaires not yet active</span>
              </KioskWait>
            }
          />
        </KioskRows>
        <KioskFacts
          facts={[
            { name: 'Battery', value: '82%, charging' },
            { name: 'Last reply from the server', value: '9:41 AM' },
          ]}
        />
      </KioskMain>
    </>
  );
}

export function HandOverView(): ReactNode {
  return (
    <KioskStage brand={brand} utilities={menus('Marlow P.')}>
      <StageNote icon={HandHelping}>Please hand over the tablet.</StageNote>
      <KioskCard>
        <p>Are you</p>
        <h1>Juniper A.</h1>
        <KioskActions>
          <Button variant="secondary">No, not me</Button>
          <Button>Yes, that is me</Button>
        </KioskActions>
      </KioskCard>
      <StageNote icon={ShieldCheck}>Only you and your care team see your answers.</StageNote>
    </KioskStage>
  );
}

const progress = (at: number) => (
  <Progress
    label="Progress"
    done={at}
    total={12}
    words={`Question ${at} of 12`}
    trailing={<Status icon={CloudOff}>No connection. Keep going, your answers are sent when it is back.</Status>}
  />
);
const steps = (
  <>
    <Button variant="secondary" icon={ArrowLeft}>
      Back
    </Button>
    <Button iconAfter={ArrowRight}>Next</Button>
  </>
);

export function KioskQuestionView(): ReactNode {
  const [value, setValue] = useState<string[]>(['Once or twice']);
  return (
    <KioskQuestion title="How are you doing?" utilities={menus('Juniper A.')} progress={progress(4)} actions={steps}>
      <MessageBar />
      <ChoiceGroup
        legend="How often did you feel out of breath this week?"
        name="breath"
        required
        wide
        value={value}
        onChange={setValue}
        options={['Never', 'Once or twice', 'Several times', 'Every day'].map((label) => ({ value: label, label }))}
      />
    </KioskQuestion>
  );
}

const zeroToTen = Array.from({ length: 11 }, (_, at) => at);

export function KioskScaleView(): ReactNode {
  const [value, setValue] = useState<number | null>(3);
  return (
    <KioskQuestion title="How are you doing?" utilities={menus('Juniper A.')} progress={progress(5)} actions={steps}>
      <FieldGroup id="pain" label="How strong was your pain at its worst?" required>
        <Scale
          kiosk
          id="pain-scale"
          labelledBy="pain-label"
          required
          steps={zeroToTen}
          value={value}
          onChange={setValue}
          minLabel="no pain"
          maxLabel="worst imaginable"
        />
      </FieldGroup>
    </KioskQuestion>
  );
}

export function IdleView(): ReactNode {
  const [left, setLeft] = useState(22);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <>
      <KioskQuestionView />
      <IdleVeil
        secondsLeft={left}
        total={30}
        title="Are you still there?"
        description="For your privacy this screen closes soon. Ask the front desk if you want to continue later."
        announce={(seconds) => `This screen closes in ${seconds} seconds.`}
        closeLabel="Close it now"
        onClose={nothing}
        stayLabel="I am still here"
        onStay={() => setLeft(30)}
      />
    </>
  );
}

export function FinishedView(): ReactNode {
  return (
    <KioskStage brand={brand}>
      <Seal />
      <h1>Thank you. You are all done.</h1>
      <p>Your answers are on their way to your care team. Please hand the tablet back to the front desk.</p>
      <StageActions>
        <Button>Finish and exit</Button>
      </StageActions>
      <ClearingBar share={0.6}>This screen clears itself in 9 seconds.</ClearingBar>
    </KioskStage>
  );
}
