{{/* The release's name, once: "scheduling" for a release of that name, else "RELEASE-scheduling". */}}
{{- define "scheduling.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" (.Release.Name | trunc 38 | trimSuffix "-") .Chart.Name -}}
{{- end -}}
{{- end -}}

{{/* What pods of one kind are found by. Takes (dict "root" $ "component" NAME). Never changes: selectors can't. */}}
{{- define "scheduling.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of everything. Takes the same. */}}
{{- define "scheduling.labels" -}}
{{ include "scheduling.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "scheduling.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "scheduling.host" -}}
{{- .Values.ingress.host | default (urlParse .Values.publicBaseUrl).host -}}
{{- end -}}
