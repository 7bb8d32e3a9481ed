import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseTokens } from '../../src/server/service/http/tokens.ts';

// What stands in deploy/, read by the schemas of those who read it. Nothing here can start it: that needs a cluster.
// A cluster accepts a misspelt limit silently, so unknown fields fail. No schema of compose files on npm has `name`.

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}
type Kind = { readonly prototype: { validate(this: object): void } };

const FILES = globSync('deploy/kubernetes/*.yaml');
const MANIFESTS = FILES.flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest),
);

type Looked = Map<object, Set<PropertyKey>>;

/** A value that notes which of its fields are looked at. */
function watched<Value>(value: Value, looked: Looked): Value {
  if (typeof value !== 'object' || value === null) return value;
  const seen = looked.get(value) ?? new Set();
  looked.set(value, seen);
  return new Proxy(value, {
    get(target, key) {
      seen.add(key);
      return watched(Reflect.get(target, key) as unknown, looked);
    },
  });
}

/** Fields that the schema of a kind does not have: a misspelt limit would be dropped without a word. */
function unknown(value: unknown, path: string, looked: Looked): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    looked.get(value)?.has(key) === true ? unknown(part, `${path}/${key}`, looked) : [`${path}/${key}`],
  );
}

async function problemsOf(manifest: Manifest): Promise<readonly string[]> {
  const kinds = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Readonly<Record<string, Kind>>;
  const kind = kinds[manifest.kind];
  if (kind === undefined) return [`there is no ${manifest.kind} in ${manifest.apiVersion}`];
  const looked: Looked = new Map();
  try {
    // Not as an object of its class: to make one copies everything, and so looks at everything.
    kind.prototype.validate.call(watched(manifest, looked));
  } catch (error) {
    return [String(error)];
  }
  return unknown(manifest, '', looked);
}

const named = (kind: string, name: string): Manifest => {
  const found = MANIFESTS.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};

describe('the manifests for Kubernetes', () => {
  test('the manifests for Kubernetes include every kind that is promised', () => {
    const kinds = MANIFESTS.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'Deployment spamlight',
        'HorizontalPodAutoscaler spamlight',
        'PodDisruptionBudget spamlight',
        'NetworkPolicy spamlight',
        'StatefulSet spamlight-writer',
      ]),
    );
  });

  test.each(MANIFESTS.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'the manifests for Kubernetes: %s is as its schema says, and nothing else',
    async (_, manifest) => {
      expect(await problemsOf(manifest)).toEqual([]);
    },
  );

  test('a wrong value and a misspelt field in a manifest for Kubernetes are seen', async () => {
    const deployment = named('Deployment', 'spamlight');
    const wrong = { ...deployment, spec: { ...deployment.spec, replicas: 'many' } };
    expect(await problemsOf(wrong)).toEqual([expect.stringContaining('replicas')]);
    const misspelt = { ...deployment, spec: { ...deployment.spec, minReadySecond: 3 } };
    expect(await problemsOf(misspelt)).toEqual(['/spec/minReadySecond']);
  });

  test.each(['Deployment spamlight', 'StatefulSet spamlight-writer'])(
    'the manifests for Kubernetes: %s runs without rights, on a disk that cannot be written to, and is asked how it is',
    (text) => {
      const [kind = '', name = ''] = text.split(' ');
      expect(named(kind, name).spec).toMatchObject({
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true },
            containers: [
              {
                readinessProbe: { httpGet: { path: '/readyz' } },
                livenessProbe: { httpGet: { path: '/healthz' } },
                securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
              },
            ],
          },
        },
      });
    },
  );

  test('the manifests for Kubernetes have one writer, and an autoscaler that goes by processor and by latency', () => {
    expect(named('StatefulSet', 'spamlight-writer').spec['replicas']).toBe(1);
    expect(named('Deployment', 'spamlight').spec['replicas']).toBeUndefined();
    const metrics = named('HorizontalPodAutoscaler', 'spamlight').spec['metrics'];
    expect(metrics).toMatchObject([
      { resource: { name: 'cpu' } },
      { pods: { metric: { name: /seconds_p99$/ } } },
    ]);
  });
});

const closed = { additionalProperties: false } as const;
const words = Type.Array(Type.String());
/** Of the Compose Specification what is used here, and no field more. */
const Compose = Type.Object(
  {
    name: Type.String(),
    services: Type.Record(
      Type.String(),
      Type.Object(
        {
          build: Type.Optional(Type.Object({ context: Type.String(), dockerfile: Type.String() }, closed)),
          image: Type.String(),
          hostname: Type.Optional(Type.String()),
          command: words,
          read_only: Type.Optional(Type.Literal(true)),
          tmpfs: Type.Optional(words),
          cap_drop: Type.Optional(words),
          security_opt: Type.Optional(words),
          restart: Type.Optional(Type.Union([Type.Literal('unless-stopped'), Type.Literal('no')])),
          stop_grace_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
          environment: Type.Optional(Type.Record(Type.String(), Type.String())),
          depends_on: Type.Optional(
            Type.Union([
              words,
              Type.Record(
                Type.String(),
                Type.Object({ condition: Type.Literal('service_completed_successfully') }, closed),
              ),
            ]),
          ),
          volumes: Type.Optional(words),
          ports: Type.Optional(words),
          deploy: Type.Optional(Type.Object({ replicas: Type.Integer() }, closed)),
        },
        closed,
      ),
    ),
    volumes: Type.Record(Type.String(), Type.Object({}, closed)),
  },
  closed,
);

describe('the compose file', () => {
  const whole = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as Record<
    string,
    unknown
  >;
  const compose = Object.fromEntries(Object.entries(whole).filter(([name]) => !name.startsWith('x-')));

  test('the compose file is as its specification says', () => {
    expect([...Value.Errors(Compose, compose)]).toEqual([]);
  });

  test('the compose file has three servers of a cluster, which the service is told of, and publishes nothing beyond this machine', () => {
    const { services } = Value.Decode(Compose, compose);
    const servers = Object.keys(services).filter((name) => name.startsWith('redis-'));
    expect(servers).toHaveLength(3);
    for (const name of ['writer', 'reader']) {
      const urls = (services[name]?.environment?.['SPAMLIGHT_ENGINE'] ?? '').split(',');
      expect(urls.map((url) => new URL(url).hostname)).toEqual(servers);
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(services['writer']?.volumes?.[0]).toBe('changes:/var/lib/spamlight');
    // Its lock names the host; a container has another name each time it is made, unless it is told one.
    expect(services['writer']?.hostname).toBe('writer');
  });
});

describe('the container file', () => {
  const lines = readFileSync('deploy/Containerfile', 'utf8').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  test('the container file is a slim Node 24, without root, with one file of ours', () => {
    expect(last[0]).toBe('FROM node:24-slim');
    expect(last).toContain('USER node');
    expect(last.filter((line) => line.startsWith('COPY '))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('ADD '))).toEqual([]);
  });

  test('the container file lets in what the build reads', () => {
    const ignored = readFileSync('deploy/Containerfile.dockerignore', 'utf8').split('\n');
    expect(ignored[0]).toBe('*');
    for (const path of ['src', 'scripts', 'feeds', 'package.json', 'package-lock.json', 'vite.config.ts'])
      expect(ignored).toContain(`!${path}`);
  });
});

test('the sample token file of the check service is accepted, with one token', () => {
  const tokens = parseTokens(JSON.parse(readFileSync('deploy/tokens.example.json', 'utf8')));
  expect(tokens.ok && tokens.value.count()).toBe(1);
});
