import { standInProgram } from '../servers/stand-in.ts';
import { SERVER_MODELS } from '../servers/models.ts';
import type { ServerModel } from '../servers/generic.ts';
import type { Image, ImageName } from './catalogue.ts';
import { baseTree } from './rootfs.ts';
import { imageOf, withPath } from './spec.ts';

/** Where the stand-in for an unknown image's program is: out of the way of what Pods mount. */
const STAND_IN = '/usr/local/bin/app';

/** What serves in images of these names, whoever made them. */
const MODELS: Readonly<Record<string, ServerModel>> = {
  redis: SERVER_MODELS.redis,
  valkey: SERVER_MODELS.redis,
  postgresql: SERVER_MODELS.postgres,
  postgres: SERVER_MODELS.postgres,
  mysql: SERVER_MODELS.mysql,
  mariadb: SERVER_MODELS.mysql,
  percona: SERVER_MODELS.mysql,
  mongodb: SERVER_MODELS.mongo,
  memcached: SERVER_MODELS.memcached,
  rabbitmq: SERVER_MODELS.rabbitmq,
  tomcat: SERVER_MODELS.tomcat,
  coredns: SERVER_MODELS.coredns,
};

/** Ports of servers that are often run without any in the manifest. */
const PORTS: ReadonlyMap<string, readonly number[]> = new Map(
  'adminer 8080|alertmanager 9093|apache 8080|caddy 80,443|cassandra 9042|consul 8500|couchdb 5984|drupal 80|elasticsearch 9200,9300|envoy 9901,10000|fluent-bit 2020|fluentd 24224|ghost 2368|gitea 3000|grafana 3000|http-echo 5678|httpbin 80|influxdb 8086|jaeger 16686|jenkins 8080,50000|joomla 80|kafka 9092|keycloak 8080|kibana 5601|kuard 8080|kube-state-metrics 8080,8081|loki 3100|metrics-server 10250|minio 9000|mongo-express 8081|nats 4222,8222|neo4j 7474,7687|nextcloud 80|nexus3 8081|nginx 8080|nginx-unprivileged 8080|node-exporter 9100|odoo 8069|opensearch 9200|phpmyadmin 80|podinfo 9898|prometheus 9090|redmine 3000|registry 5000|solr 8983|sonarqube 9000|vault 8200|wordpress 80|zipkin 9411|zookeeper 2181'
    .split('|')
    .map((line) => {
      const [name = '', ports = ''] = line.split(' ');
      return [name, ports.split(',').map(Number)];
    }),
);

/** What an image may be of which nothing is known but its name. */
export function guessed(name: ImageName): Image | undefined {
  return imageOf(
    {
      repository: name.repository,
      tags: /./,
      layersMiB: [28, 60],
      config: () => ({ entrypoint: [STAND_IN], env: withPath() }),
      tree: () => {
        const tree = baseTree('debian');
        // Its shell gives way to its last command, so that the server behind a script is the first process.
        tree.link('/usr/bin/sh', 'bash');
        tree.executable(STAND_IN, standInProgram(modelOf(name.path)), 40_000_000);
        return tree;
      },
      fidelity: 'guessed',
      standIn: STAND_IN,
    },
    name.tag ?? 'latest',
  );
}

function modelOf(path: string): ServerModel {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const { needs: _, ...model }: ServerModel = MODELS[last] ?? SERVER_MODELS.unknown;
  return { ...model, usualPorts: PORTS.get(last) };
}
