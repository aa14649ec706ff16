import { type LanguageCode, languageCodes } from '@portal/api';

/** Plain names for sections of clinical documents by LOINC code: code, then English, Spanish, French, Portuguese, Chinese. */
const table = `
48765-2 | Allergies | Alergias | Allergies | Alergias | 过敏
10160-0 | Medications | Medicamentos | Médicaments | Medicamentos | 用药
29549-3 | Medications given | Medicamentos administrados | Médicaments administrés | Medicamentos administrados | 已给予的药物
10183-2 | Medications after discharge | Medicamentos al alta | Médicaments au congé | Medicamentos na alta | 出院用药
42346-7 | Medications at admission | Medicamentos al ingreso | Médicaments à l’admission | Medicamentos na internação | 入院用药
11450-4 | Problems | Problemas de salud | Problèmes de santé | Problemas de saúde | 健康问题
11348-0 | Past illnesses | Enfermedades anteriores | Maladies antérieures | Doenças anteriores | 既往疾病
51848-0 | Assessment | Evaluación | Évaluation | Avaliação | 评估
51847-2 | Assessment and plan | Evaluación y plan | Évaluation et plan | Avaliação e plano | 评估与计划
18776-5 | Plan of treatment | Plan de tratamiento | Plan de traitement | Plano de tratamento | 治疗计划
47519-4 | Procedures | Procedimientos | Interventions | Procedimentos | 手术与操作
30954-2 | Results | Resultados | Résultats | Resultados | 检验结果
8716-3 | Vital signs | Signos vitales | Signes vitaux | Sinais vitais | 生命体征
11369-6 | Immunizations | Vacunas | Vaccins | Vacinas | 疫苗接种
46240-8 | Visits | Consultas | Consultations | Consultas | 就诊记录
29762-2 | Social history | Antecedentes sociales | Antécédents sociaux | História social | 社会史
10157-6 | Family history | Antecedentes familiares | Antécédents familiaux | História familiar | 家族史
47420-5 | Functional status | Estado funcional | État fonctionnel | Estado funcional | 功能状态
10190-7 | Mental status | Estado mental | État mental | Estado mental | 精神状态
46264-8 | Medical equipment | Equipo médico | Matériel médical | Equipamentos médicos | 医疗器械
42348-3 | Advance directives | Voluntades anticipadas | Directives médicales anticipées | Diretivas antecipadas | 预立医疗指示
48768-6 | Insurance | Seguro médico | Assurance | Convênio ou seguro | 医疗保险
10164-2 | History of the present illness | Historia de la enfermedad actual | Histoire de la maladie actuelle | História da doença atual | 现病史
10154-3 | Main complaint | Motivo principal de consulta | Plainte principale | Queixa principal | 主诉
29299-5 | Reason for the visit | Motivo de la consulta | Raison de la consultation | Motivo da consulta | 就诊原因
46239-0 | Main complaint and reason for the visit | Motivo de la consulta | Plainte principale et raison de la consultation | Queixa principal e motivo da consulta | 主诉与就诊原因
42349-1 | Reason for referral | Motivo de la derivación | Raison de l’orientation | Motivo do encaminhamento | 转诊原因
10187-3 | Review of systems | Revisión por sistemas | Revue des systèmes | Revisão dos sistemas | 系统回顾
29545-1 | Physical exam | Exploración física | Examen physique | Exame físico | 体格检查
10210-3 | General condition | Estado general | État général | Estado geral | 一般状况
8648-8 | Hospital course | Evolución en el hospital | Évolution à l’hôpital | Evolução no hospital | 住院经过
8653-8 | Hospital discharge instructions | Instrucciones de alta del hospital | Consignes de congé de l’hôpital | Orientações de alta hospitalar | 出院医嘱
11535-2 | Diagnosis at discharge | Diagnóstico al alta | Diagnostic au congé | Diagnóstico na alta | 出院诊断
46241-6 | Diagnosis at admission | Diagnóstico de ingreso | Diagnostic à l’admission | Diagnóstico na internação | 入院诊断
69730-0 | Instructions | Instrucciones | Consignes | Orientações | 医嘱
61146-7 | Goals | Objetivos | Objectifs | Metas | 目标
75310-3 | Health concerns | Preocupaciones de salud | Préoccupations de santé | Preocupações de saúde | 健康关注
85847-2 | Care team | Equipo de atención | Équipe de soins | Equipe de cuidados | 医护团队
61144-2 | Food and drink | Alimentación | Alimentation | Alimentação | 饮食
61149-1 | Objective findings | Datos objetivos | Données objectives | Dados objetivos | 客观检查
61150-9 | What the patient said | Lo que dijo el paciente o la paciente | Ce que la personne a dit | O que o paciente ou a paciente relatou | 患者自述
8661-1 | Main complaint | Motivo principal de consulta | Plainte principale | Queixa principal | 主诉
59768-2 | Reason for the procedure | Motivo del procedimiento | Raison de l’intervention | Motivo do procedimento | 操作指征
29554-3 | Description of the procedure | Descripción del procedimiento | Description de l’intervention | Descrição do procedimento | 操作经过
55109-3 | Complications | Complicaciones | Complications | Complicações | 并发症
59769-0 | Diagnosis after the procedure | Diagnóstico después del procedimiento | Diagnostic après l’intervention | Diagnóstico após o procedimento | 术后诊断
10219-4 | Diagnosis before surgery | Diagnóstico antes de la cirugía | Diagnostic avant la chirurgie | Diagnóstico antes da cirurgia | 术前诊断
59776-5 | Findings of the procedure | Hallazgos del procedimiento | Constatations de l’intervention | Achados do procedimento | 操作所见
59770-8 | Estimated blood loss | Pérdida de sangre estimada | Pertes sanguines estimées | Perda de sangue estimada | 估计失血量
59775-7 | What happens after the procedure | Después del procedimiento | Suites de l’intervention | Depois do procedimento | 术后去向
10213-7 | Anesthesia | Anestesia | Anesthésie | Anestesia | 麻醉
18782-3 | Findings of the imaging exam | Hallazgos del estudio de imagen | Constatations de l’examen d’imagerie | Achados do exame de imagem | 影像所见
19005-8 | Conclusion of the imaging exam | Conclusión del estudio de imagen | Conclusion de l’examen d’imagerie | Conclusão do exame de imagem | 影像结论
34109-9 | Note | Nota | Note | Nota | 记录
10184-0 | Physical exam at discharge | Exploración física al alta | Examen physique au congé | Exame físico na alta | 出院体格检查
10216-0 | Drains | Drenajes | Drains | Drenos | 引流管
10830-8 | Complications | Complicaciones | Complications | Complicações | 并发症
11329-0 | Medical history | Antecedentes médicos | Antécédents médicaux | Histórico médico | 病史
11383-7 | Problems | Problemas de salud | Problèmes de santé | Problemas de saúde | 健康问题
57852-6 | Problems | Problemas de salud | Problèmes de santé | Problemas de saúde | 健康问题
61133-9 | Past illnesses | Enfermedades anteriores | Maladies antérieures | Doenças anteriores | 既往疾病
11493-4 | Tests in the hospital | Estudios en el hospital | Examens faits à l’hôpital | Exames no hospital | 住院检查
11496-7 | Diet after discharge | Dieta al alta | Régime alimentaire au congé | Dieta na alta | 出院饮食
42344-2 | Diet after discharge | Dieta al alta | Régime alimentaire au congé | Dieta na alta | 出院饮食
87273-9 | Nutrition | Nutrición | Nutrition | Nutrição | 营养
18834-2 | Comparison | Comparación | Comparaison | Comparação | 对比
18841-7 | Consultations in the hospital | Interconsultas en el hospital | Consultations à l’hôpital | Interconsultas no hospital | 院内会诊
18842-5 | Discharge summary | Resumen de alta | Sommaire de congé | Resumo de alta | 出院小结
42347-5 | Diagnosis at admission | Diagnóstico de ingreso | Diagnostic à l’admission | Diagnóstico na internação | 入院诊断
48764-5 | Purpose of this document | Propósito de este documento | But de ce document | Finalidade deste documento | 文档目的
55122-6 | The operation | La operación | L’opération | A cirurgia | 手术
56446-8 | Appointments | Citas | Rendez-vous | Consultas marcadas | 预约
59771-6 | Implants | Implantes | Implants | Implantes | 植入物
59772-4 | Planned procedure | Procedimiento planeado | Intervention prévue | Procedimento planejado | 计划的操作
59773-2 | Samples taken | Muestras tomadas | Prélèvements | Amostras coletadas | 采集的标本
59774-0 | Anesthesia | Anestesia | Anesthésie | Anestesia | 麻醉
76422-5 | Anesthesia | Anestesia | Anesthésie | Anestesia | 麻醉
62387-6 | Interventions | Intervenciones | Mesures prises | Intervenções | 干预措施
80565-5 | Medications given | Medicamentos administrados | Médicaments administrés | Medicamentos administrados | 已给予的药物
11488-4 | Consultation note | Nota de interconsulta | Note de consultation | Nota de interconsulta | 会诊记录
11506-3 | Progress note | Nota de evolución | Note d’évolution | Nota de evolução | 病程记录
11502-2 | Lab report | Informe de laboratorio | Rapport de laboratoire | Laudo de laboratório | 化验报告
18748-4 | Imaging report | Informe de estudios de imagen | Rapport d’imagerie | Laudo de exame de imagem | 影像报告
34117-2 | History and physical exam | Historia clínica y exploración física | Anamnèse et examen physique | História clínica e exame físico | 病史与体格检查
28570-0 | Procedure note | Nota del procedimiento | Note d’intervention | Nota do procedimento | 操作记录
52521-2 | Care plan | Plan de atención | Plan de soins | Plano de cuidados | 护理计划
121070 | Findings | Hallazgos | Constatations | Achados | 所见
`;

const names = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', ...words] = line.split(' | ');
      return [code, words] as const;
    }),
);

/** The name of a section that has no title; null if its code is unknown. */
export const sectionName = (code: string | null, language: LanguageCode): string | null =>
  code === null ? null : (names.get(code)?.[languageCodes.indexOf(language)] ?? null);
