/** Official images there are beside those above: a name without an owner that is not among them does not exist. */
export const OTHER_OFFICIAL: ReadonlySet<string> = new Set(
  'adminer aerospike arangodb bonita buildpack-deps caddy cassandra chronograf cirros clearlinux clickhouse clojure composer consul convertigo couchbase couchdb crate dart docker drupal elasticsearch elixir emqx erlang flink fluentd friendica gazebo gcc geonetwork ghost gradle groovy haproxy haskell haxe hitch hylang ibmjava influxdb irssi jetty joomla jruby julia kapacitor kibana kong lightstreamer liquibase logstash mageia matomo maven mediawiki mongo-express monica mono nats nats-streaming neo4j neurodebian nextcloud odoo open-liberty orientdb percona photon phpmyadmin plone postfixadmin pypy r-base rakudo-star redmine registry rethinkdb rocket.chat rust sapmachine satosa scratch silverpeas solr sonarqube spark spiped storm swift swipl telegraf teamspeak unit varnish vault websphere-liberty wordpress xwiki yourls znc zookeeper'.split(
    ' ',
  ),
);
