package dev.mayfly.app.server.config;

import dev.mayfly.app.console.ExpireShare;
import dev.mayfly.app.console.webhook.WebhookTargets;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.store.api.Durability;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The complete configuration of a server, checked as a whole.
 *
 * @param backups the folder below which backups are written
 * @param bind the address that all faces listen on
 * @param node how this server is known to others
 * @param hosts names by which clients may call the HTTP ports, besides those of loopback
 * @param ports of the faces that are on; 0 takes a free one
 * @param mongo the settings of the mongo face
 * @param cosmos the settings of the cosmos face
 * @param couchbase the settings of the couchbase face
 * @param scripts whether JavaScript of clients runs
 * @param shards the number of shards of a new collection that does not say
 * @param durability the least that an acknowledged write survives
 * @param expiry the settings of expiry
 * @param changeRetention the time for which the history of changes is kept, where there is one
 * @param erasureRecord whether destroyed documents are recorded
 * @param events the events of expiry that are kept and sent
 * @param access the settings of logins and certificates
 * @param metrics whether they may be scraped
 * @param settings each with its text and its source
 */
public record ServerConfig(
        Place place,
        Path backups,
        InetAddress bind,
        NodeChoice node,
        List<String> hosts,
        Map<FaceName, Integer> ports,
        MongoChoice mongo,
        CosmosChoice cosmos,
        CouchbaseChoice couchbase,
        boolean scripts,
        ClockChoice clock,
        int shards,
        Durability durability,
        ExpiryChoice expiry,
        Duration changeRetention,
        boolean erasureRecord,
        EventsChoice events,
        AccessChoice access,
        LogStyle log,
        boolean metrics,
        List<EffectiveSetting> settings) {
    public ServerConfig {
        settings = List.copyOf(settings);
        hosts = List.copyOf(hosts);
        ports = Map.copyOf(new EnumMap<>(ports));
    }

    /** The place of the documents. */
    public sealed interface Place {
        record Folder(Path path) implements Place {}

        record Memory() implements Place {}

        /**
         * A keyspace of Apache Cassandra.
         *
         * @param replication the number of nodes of the data center in which a keyspace is kept that is made
         * @param user empty where Cassandra asks for none
         * @param passwordFile holds the user's password; null for none
         * @param trusted a PEM file of certificates, or null for connections without encryption
         */
        record Cassandra(
                List<InetSocketAddress> contactPoints,
                String datacenter,
                String keyspace,
                int replication,
                String user,
                @Nullable Path passwordFile,
                @Nullable Path trusted)
                implements Place {
            public Cassandra {
                contactPoints = List.copyOf(contactPoints);
            }
        }
    }

    /**
     * The place of a server among others.
     *
     * @param address the host by which it is reached
     * @param region empty for none
     */
    public record NodeChoice(String address, String region) {}

    /** The clock that deadlines are compared with. */
    public sealed interface ClockChoice {
        record MachineClock() implements ClockChoice {}

        /** A clock that is wound by hand; without an instant it goes on where the folder left it, else begins now. */
        record VirtualClock(@Nullable Instant start) implements ClockChoice {}
    }

    /**
     * The settings of the mongo face.
     *
     * @param replicaSet the set that it is the only member of; null for a single server
     * @param release the release whose behaviour it shows
     * @param testCommands whether clients may make requests fail on purpose
     */
    public record MongoChoice(@Nullable String replicaSet, MongoRelease release, boolean testCommands) {}

    /**
     * The settings of the cosmos face.
     *
     * @param regions reported to clients; all of them are this server
     * @param keys that may do everything; none means the emulator's, for this machine alone
     * @param readingKeys that may only read
     * @param enforcesThroughput whether requests beyond the throughput of their container are refused
     */
    public record CosmosChoice(
            List<String> regions, List<String> keys, List<String> readingKeys, boolean enforcesThroughput) {
        public CosmosChoice {
            regions = List.copyOf(regions);
            keys = List.copyOf(keys);
            readingKeys = List.copyOf(readingKeys);
        }

        @Override
        public String toString() {
            return regions + ", " + keys.size() + " keys";
        }
    }

    /**
     * The settings of the couchbase face.
     *
     * @param keyValuePort 0 takes a free one; the face's own port is for management
     * @param queryPort 0 takes a free one
     * @param vBuckets the number that a new bucket has
     */
    public record CouchbaseChoice(
            int keyValuePort,
            int queryPort,
            dev.mayfly.face.couchbase.bucket.CouchbaseRelease release,
            Edition edition,
            int vBuckets) {}

    /**
     * The settings of expiry.
     *
     * @param changeGrace the time for which a replaced policy still applies
     * @param maxExpire the number of documents a change of policy may hide at once, unless the collection sets its own
     * @param maxShare the share of a larger collection that an administrator's change may hide without a confirmation
     * @param purgeRate the number of documents the sweeper destroys per second while clients are busy
     */
    public record ExpiryChoice(Duration changeGrace, ExpireLimit maxExpire, ExpireShare maxShare, int purgeRate) {}

    /**
     * The events of expiry that are kept and sent.
     *
     * @param kept in the log of events
     * @param webhooks whether events are sent to them
     * @param targets the addresses that webhooks may have
     */
    public record EventsChoice(EventSettings kept, boolean webhooks, WebhookTargets targets) {}

    /**
     * The settings of logins and certificates.
     *
     * @param users the users that may log in; if empty, no login is needed
     * @param clientTrust the certificates that clients of the mongo face present; null if none are required
     */
    public record AccessChoice(
            boolean loginRequired,
            List<UserSetting> users,
            TlsChoice tls,
            @Nullable ClientTrust clientTrust) {
        public AccessChoice {
            users = List.copyOf(users);
        }
    }

    /** The choice of TLS. */
    public sealed interface TlsChoice {
        record Off() implements TlsChoice {}

        /** Uses a certificate that the server makes itself and keeps. */
        record Auto() implements TlsChoice {}

        /** Uses the certificates and the key in this PEM file. */
        record PemFile(Path path) implements TlsChoice {}
    }

    /**
     * The authorities that vouch for clients.
     *
     * @param authorities a PEM file of certificates
     * @param isRequired whether a client without a certificate is refused
     */
    public record ClientTrust(Path authorities, boolean isRequired) {}

    /**
     * The style of the log.
     *
     * @param values whether values of documents may stand in it
     */
    public record LogStyle(Format format, String level, boolean values) {
        /** The form of a line. */
        public enum Format {
            TEXT,
            JSON
        }
    }
}
