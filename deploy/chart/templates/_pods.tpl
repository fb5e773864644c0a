{{/* What every pod of ours has. Takes the root. */}}
{{- define "scheduling.podDefaults" -}}
automountServiceAccountToken: false
{{- /* Else a service called "worker" would set WORKER_PORT to its address. */}}
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  seccompProfile: { type: RuntimeDefault }
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
volumes:
  - name: uploads
    emptyDir: { sizeLimit: {{ .Values.uploads.sizeLimit | quote }} }
  {{- with .Values.caCertificates }}
  {{- if .secret }}
  - name: authorities
    secret: { secretName: {{ .secret | quote }}, items: [{ key: {{ .key | quote }}, path: ca.crt }] }
  {{- else if .configMap }}
  - name: authorities
    configMap: { name: {{ .configMap | quote }}, items: [{ key: {{ .key | quote }}, path: ca.crt }] }
  {{- end }}
  {{- end }}
{{- end -}}

{{/* Not empty where there are authorities that Node does not know. Takes the root. */}}
{{- define "scheduling.authorities" -}}
{{- with .Values.caCertificates }}{{ or .secret .configMap }}{{ end -}}
{{- end -}}

{{/* What every container of ours has. Takes the root. */}}
{{- define "scheduling.containerDefaults" -}}
image: {{ include "scheduling.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: uploads, mountPath: /tmp }
  {{- if include "scheduling.authorities" . }}
  - { name: authorities, mountPath: /etc/scheduling, readOnly: true }
  {{- end }}
{{- end -}}

{{/* Pods of one kind on different nodes and zones, as far as there are some. Takes (dict "root" $ "component" NAME). */}}
{{- define "scheduling.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "scheduling.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end -}}

{{/*
Environment of a container. Takes (dict "root" $ "required" LIST "optional" LIST "own" DICT "settings" LIST of DICT):
names of keys of the secret that must and that may be there, what the chart itself sets, and settings of values, the last
of which wins. What the chart sets, values can't.
*/}}
{{- define "scheduling.env" -}}
{{- $secret := required "existingSecret is required: the name of a Secret with DATABASE_URL, ROOT_SECRET, ENCRYPTION_KEYS and METRICS_TOKEN." .root.Values.existingSecret -}}
{{- range .required }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret | quote }}, key: {{ . }} } }
{{- end }}
{{- range .optional }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret | quote }}, key: {{ . }}, optional: true } }
{{- end }}
{{- $plain := dict }}
{{- range .settings }}
{{- $plain = mergeOverwrite $plain . }}
{{- end }}
{{- if include "scheduling.authorities" .root }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/scheduling/ca.crt
{{- end }}
{{- range $name, $value := mergeOverwrite $plain .own }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{/* Probes of a process. Takes (dict "port" NAME). */}}
{{- define "scheduling.probes" -}}
# Until it answers for the first time.
startupProbe:
  httpGet: { path: /healthz, port: {{ .port }} }
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 60
# The database answers, has every migration, and the process is not stopping.
readinessProbe:
  httpGet: { path: /readyz, port: {{ .port }} }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 2
# The process answers at all. Not whether the database does: a new process would not find it either.
livenessProbe:
  httpGet: { path: /healthz, port: {{ .port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}
