/**
 * Curves: a study of one experiment, and what its runs come to. On one side what is varied and measured, on the
 * other the curves as they grow, the models over them and the table below. Every point is a door to the Lab. A
 * study goes on while another room is open.
 */
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import type { CaseLine } from '../types/engine';
import { useHere } from '../ui/later';
import type { AddressWindow } from '../url/address';
import type { StudyRequest } from './requests';
import { StudiesController } from './studiesController';
import { advisor } from './lazyAdvisor';
import { choicesFor } from './choices';
import { Progress } from './Progress';
import { Result } from './Result';
import { headingOf } from './studyText';
import { StudyForm } from './StudyForm';
import { StudiesTools } from './StudiesTools';
import './curves.css';

interface Props {
  /** The room's own part of the address. */
  address: AddressWindow;
  /** What another room asked for last. */
  asked: StudyRequest | null;
  /** Where the room's tools stand in the header; null until that is there, and while another room is open. */
  header: HTMLElement | null;
  /** A run was opened in the Lab. */
  onOpened(): void;
}

export function Studies({ address, asked, header, onOpened }: Props) {
  const lab = useThisLab();
  const [controller] = useState(() => new StudiesController(lab, address));
  useEffect(() => {
    controller.arrive(asked);
  }, [controller, asked]);
  const { form, settings, kept, unread, opening, shown, advise } = useStore(controller.store);
  const isAdvice = shown === 'advice';
  const asking = useHere(advisor);
  useEffect(() => {
    if (isAdvice) void advisor.need();
  }, [isAdvice]);
  const state = useStore(controller.sweep.store);
  const catalog = useLab((s) => s.catalog);
  const labs = useLab((s) => (s.document && s.current ? controller.present(s.document, s.current) : null));
  const choices = useMemo(() => form && catalog && choicesFor(catalog, form.scenario), [catalog, form]);
  if (!form || !choices || !catalog) {
    return (
      <p className="note curves-empty">{opening ? 'Opening the study …' : 'There is no experiment yet.'}</p>
    );
  }
  const openScenario = (scenario: unknown): void => {
    void openIn(lab, scenario).then((isOpen) => {
      if (isOpen) onOpened();
    });
  };
  const open = (line: CaseLine): void => openScenario(controller.scenarioOf(line));
  const problems = [...unread, ...state.problems];
  const tabs = <Tabs shown={shown} onShow={(next) => controller.show(next)} />;
  return (
    <>
      {asking && (
        <div className="curves" hidden={!isAdvice}>
          <asking.Advisor
            catalog={catalog}
            present={labs}
            asked={advise}
            kept={controller.shelf}
            tabs={tabs}
            onOpen={openScenario}
          />
        </div>
      )}
      <div className="curves" hidden={isAdvice && asking !== null}>
        {header && !isAdvice && createPortal(<StudiesTools controller={controller} />, header)}
        <div className="curves-left">
          {tabs}
          <StudyForm
            form={form}
            fields={choices.fields}
            measures={choices.measures}
            problems={problems}
            differs={labs !== null && JSON.stringify(labs) !== JSON.stringify(form.scenario)}
            onChange={(change) => controller.change(change)}
            onTakeLab={() => controller.takeLab()}
            onSubmit={() => controller.run()}
          >
            <Progress
              state={state}
              changed={controller.isChanged(form, state.study)}
              onPause={() => controller.sweep.pause()}
              onResume={() => controller.sweep.resume()}
              onCancel={() => controller.sweep.cancel()}
            />
          </StudyForm>
        </div>
        <section className="curves-result" aria-label="Result">
          <h2>{headingOf(form, choices.fields, choices.measures)}</h2>
          <Result
            controller={controller}
            catalog={catalog}
            form={form}
            settings={settings}
            state={state}
            choices={choices}
            kept={kept}
            onOpen={open}
          />
        </section>
      </div>
    </>
  );
}

interface TabsProps {
  shown: 'study' | 'advice';
  onShow(shown: 'study' | 'advice'): void;
}

/** What is asked in this room. */
function Tabs({ shown, onShow }: TabsProps) {
  const tab = (which: TabsProps['shown'], label: string) => (
    <button
      type="button"
      className="button"
      aria-pressed={shown === which}
      onClick={() => {
        if (shown !== which) onShow(which);
      }}
    >
      {label}
    </button>
  );
  return (
    <div className="curves-tabs" role="group" aria-label="What is asked">
      {tab('study', 'A curve')}
      {tab('advice', 'Smallest buffer')}
    </div>
  );
}

/** Opens a run in the laboratory, and only then turns to it: going back from there leads here. */
async function openIn({ actions, flush }: Lab, scenario: unknown): Promise<boolean> {
  if (scenario === null) return false;
  const { ok } = await actions.openScenario(scenario);
  if (ok) await flush();
  return ok;
}
