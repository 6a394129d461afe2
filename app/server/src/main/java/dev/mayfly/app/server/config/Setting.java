package dev.mayfly.app.server.config;

import java.util.Locale;

/** One setting of an operator, with the same name everywhere: as a flag, in the environment and in the file. */
public enum Setting {
    DATA("data", "--data", "./data", "DIR", "Where documents are kept; made if there is none."),
    IN_MEMORY("in-memory", "--in-memory", "false", "true|false", "Keep nothing on disk."),
    STORE(
            "store",
            "--store",
            "embedded",
            "embedded|cassandra",
            "The keeper of documents: this process, or a keyspace of Apache Cassandra that several servers share."),
    CASSANDRA_CONTACT_POINTS(
            "cassandra.contact-points",
            "--cassandra-contact-points",
            "127.0.0.1:9042",
            "ADDRESSES",
            "Nodes of Cassandra by which the others are found, as host or host:port; with commas between."),
    CASSANDRA_DATACENTER(
            "cassandra.datacenter",
            "--cassandra-datacenter",
            "dc1",
            "NAME",
            "The data center of Cassandra whose nodes are asked."),
    CASSANDRA_KEYSPACE(
            "cassandra.keyspace",
            "--cassandra-keyspace",
            "mayfly",
            "NAME",
            "The keyspace of Cassandra; made, with its tables, if there is none."),
    CASSANDRA_REPLICATION(
            "cassandra.replication",
            "--cassandra-replication",
            "3",
            "N",
            "In how many nodes of the data center a keyspace is kept that is made; 1 to 9."),
    CASSANDRA_USER(
            "cassandra.user",
            "--cassandra-user",
            "",
            "NAME",
            "By which name Cassandra lets this server in, if it asks."),
    CASSANDRA_PASSWORD_FILE(
            "cassandra.password-file",
            "--cassandra-password-file",
            "",
            "FILE",
            "Holds the password of --cassandra-user, and is readable by its owner alone."),
    CASSANDRA_TLS(
            "cassandra.tls",
            "--cassandra-tls",
            "",
            "FILE",
            "Encrypt connections to Cassandra, and trust the certificates that those in this PEM file signed."),
    NODE_ADDRESS(
            "node.address",
            "--node-address",
            "",
            "HOST",
            "By which name or address clients and other servers reach this one; where it listens, if nothing is said."),
    REGION(
            "node.region",
            "--region",
            "",
            "NAME",
            "The region of Azure in which this server of a cluster is, for clients of the cosmos face."),
    BACKUP_FOLDER(
            "backup.folder",
            "--backup-folder",
            "",
            "DIR",
            "Below which backups are written, and nowhere else; beside the data folder, with -backups to its name."),
    BIND("bind", "--bind", "127.0.0.1", "ADDRESS", "Where to listen; any other than loopback needs users and TLS."),
    HOSTS(
            "hosts",
            "--hosts",
            "",
            "NAMES",
            "Names by which clients call the HTTP ports, besides localhost; with commas between."),
    FACES(
            "faces.enabled",
            "--face",
            "mongo,cosmos,couchbase,admin",
            "LIST",
            "The faces that listen, with commas between."),
    MONGO_PORT("faces.mongo.port", "--mongo-port", "27017", "PORT", "Of the mongo face; 0 takes a free one."),
    MONGO_REPLSET(
            "faces.mongo.replset",
            "--mongo-replset",
            "",
            "NAME",
            "Answer as the only member of a replica set of this name, which transactions and change streams ask for."),
    MONGO_COMPAT(
            "faces.mongo.compat",
            "--mongo-compat",
            "7.0",
            "RELEASE",
            "Of MongoDB, whose rules of TTL indexes hold: 7.0 or 3.6."),
    MONGO_TEST_COMMANDS(
            "faces.mongo.test-commands",
            "--test-commands",
            "false",
            "true|false",
            "Serve configureFailPoint of the mongo face, by which tests make requests fail; never for data that matters."),
    COSMOS_PORT(
            "faces.cosmos.port",
            "--cosmos-port",
            "8081",
            "PORT",
            "Of the cosmos face, for https and http alike; 0 takes a free one."),
    COSMOS_REGIONS(
            "faces.cosmos.regions",
            "--cosmos-regions",
            "South Central US",
            "NAMES",
            "Regions that clients of the cosmos face are told of, with commas between; all are this server. Other servers of a"
                    + " cluster are told besides, by their --region."),
    COSMOS_THROUGHPUT(
            "faces.cosmos.throughput",
            "--cosmos-throughput",
            "off",
            "off|enforce",
            "Whether requests beyond the request units of their container are answered with 429."),
    ADMIN_PORT("faces.admin.port", "--http-port", "8080", "PORT", "Of the admin face; 0 takes a free one."),
    COUCHBASE_PORT(
            "faces.couchbase.port",
            "--couchbase-port",
            "8091",
            "PORT",
            "Of the couchbase face, for cluster management; 0 takes a free one."),
    KV_PORT(
            "faces.couchbase.kv-port",
            "--kv-port",
            "11210",
            "PORT",
            "Of the couchbase face, for keys and values; 0 takes a free one."),
    QUERY_PORT(
            "faces.couchbase.query-port",
            "--query-port",
            "8093",
            "PORT",
            "Of the couchbase face, for queries; 0 takes a free one."),
    COUCHBASE_COMPAT(
            "faces.couchbase.compat",
            "--couchbase-compat",
            "7.6",
            "RELEASE",
            "Of Couchbase Server, which the couchbase face says it is: 7.6 or 7.2."),
    COUCHBASE_EDITION(
            "faces.couchbase.edition",
            "--couchbase-edition",
            "enterprise",
            "enterprise|community",
            "Which edition the couchbase face says it is; community has no maxTTL."),
    COUCHBASE_VBUCKETS(
            "faces.couchbase.vbuckets",
            "--couchbase-vbuckets",
            "1024",
            "1024|64",
            "How many vBuckets a new bucket of the couchbase face has."),
    SCRIPTS(
            "scripts",
            "--scripts",
            "on",
            "on|off",
            "Whether JavaScript of clients runs: procedures, triggers and functions of the cosmos face, $where, $function,"
                    + " $accumulator and mapReduce of the mongo face, JavaScript functions of the couchbase face."),
    CLOCK(
            "clock",
            "--clock",
            "system",
            "system|virtual[@INSTANT]",
            "The clock that deadlines are compared with; a virtual one stands still until it is wound."),
    SHARDS(
            "shards",
            "--shards",
            "1",
            "N",
            "Into how many shards a new collection is divided, each written by itself; 1 to 4096, and fixed from then on."),
    DURABILITY("durability", "--durability", "logged", "logged|synced", "The least an acknowledged write survives."),
    CHANGE_GRACE(
            "ttl.change-grace",
            "--change-grace",
            "1h",
            "DURATION",
            "For how long a change of expiry policy can be taken back without loss: 90s, 15m, 7d."),
    MAX_EXPIRE(
            "ttl.guard.max-expire",
            "--max-expire",
            "off",
            "N|off",
            "How many documents a change of expiry policy may hide at once; one that would hide more is refused."),
    MAX_SHARE(
            "ttl.guard.max-share",
            "--max-expire-share",
            "50%",
            "PERCENT|off",
            "Beyond which share of a collection of more than 1000 documents a change by an administrator is asked about."),
    PURGE_RATE(
            "ttl.purge.rate",
            "--purge-rate",
            "20k",
            "N",
            "How many expired documents are destroyed a second while clients have work: 500, 20k, 1m."),
    ERASURE_RECORD(
            "ttl.erasure-record",
            "--erasure-record",
            "off",
            "on|off",
            "Write down what is destroyed: a hash of its key, the rule, its deadline and when it went."),
    CHANGE_RETENTION(
            "changes.retention",
            "--change-retention",
            "24h",
            "DURATION",
            "For how long changes are kept for those who follow them: 90s, 15m, 7d."),
    EVENTS_RETAIN(
            "events.retain",
            "--events-retain",
            "24h",
            "DURATION",
            "For how long events of expiry are kept for those who follow them; 0 keeps none."),
    EVENTS_BYTES(
            "events.max-bytes",
            "--events-max-bytes",
            "1g",
            "BYTES",
            "How much all events may take, about; beyond that the oldest go early: 500000, 64k, 512m, 1g."),
    EVENTS_DOCUMENTS(
            "events.documents",
            "--events-documents",
            "asked",
            "none|asked|all|NAMES",
            "The collections whose events keep the whole document: none, those that a stream or a webhook asks for while it is there,"
                    + " all, or besides those of face/database/collection, with commas between."),
    EVENTS_WEBHOOKS("events.webhooks", "--events-webhooks", "off", "on|off", "Whether events are sent to webhooks."),
    EVENTS_TARGETS(
            "events.webhook-targets",
            "--events-webhook-targets",
            "",
            "LIST",
            "Where webhooks may lead: host, host:port, *.domain, and networks such as 10.0.0.0/8 or 127.0.0.1 for"
                    + " addresses that are not public; with commas between."),
    AUTH(
            "auth.mode",
            "--auth",
            "",
            "none|required|open",
            "Whether clients must log in; on loopback they need not, and with open nowhere, for containers and networks"
                    + " that only those who may can reach."),
    TLS("tls.mode", "--tls", "off", "off|auto|FILE", "Encrypt, with a certificate of its own or a PEM file."),
    TLS_CLIENT_CA(
            "tls.client-ca",
            "--tls-client-ca",
            "",
            "FILE",
            "The authorities that must have signed the certificate of a client of the mongo face; a PEM file."),
    TLS_CLIENT_CERTIFICATES(
            "tls.client-certificates",
            "--tls-client-certificates",
            "required",
            "required|optional",
            "Where there is --tls-client-ca: refuse clients without a certificate, or only those with a wrong one."),
    LOG_FORMAT("log.format", "--log-format", "text", "text|json", "The form of a line of the log, on stderr."),
    LOG_LEVEL("log.level", "--log-level", "info", "error|warn|info|debug", "The least level of a line of the log."),
    LOG_VALUES(
            "log.values",
            "--log-values",
            "false",
            "true|false",
            "Whether values of documents may stand in the log, in the lines of slow operations."),
    METRICS("metrics.enabled", "--metrics", "true", "true|false", "Whether the admin face answers /metrics.");

    private final String path;
    private final String flag;
    private final String standard;
    private final String label;
    private final String help;

    Setting(String path, String flag, String standard, String label, String help) {
        this.path = path;
        this.flag = flag;
        this.standard = standard;
        this.label = label;
        this.help = help;
    }

    /** Its dotted name in the configuration file. */
    public String path() {
        return path;
    }

    /** Its option on the command line. */
    public String flag() {
        return flag;
    }

    /** Returns true if its option may stand without a value, which then means yes. */
    public boolean isSwitch() {
        return this == IN_MEMORY || this == MONGO_TEST_COMMANDS;
    }

    /** Returns the default value; empty if it depends on other settings. */
    public String standard() {
        return standard;
    }

    /** Its name in the environment, such as {@code MAYFLY_FACES_MONGO_PORT}. */
    public String variable() {
        return "MAYFLY_" + path.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** Returns the form of its value. */
    public String label() {
        return label;
    }

    /** Returns its purpose, in a sentence. */
    public String help() {
        return help;
    }
}
