package dev.mayfly.app.server.config;

import dev.mayfly.app.console.webhook.WebhookTargets;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.mongo.Release;
import dev.mayfly.store.api.Durability;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a server is told, checked as a whole.
 *
 * @param backups the folder below which backups are written
 * @param bind the address that all faces listen on
 * @param hosts names by which clients may call the HTTP ports, besides those of loopback
 * @param ports of the faces that are on; 0 takes a free one
 * @param replicaSet the set that the mongo face is the only member of; null for a single server
 * @param mongoRelease whose behaviour the mongo face shows
 * @param mongoTestCommands whether clients of the mongo face may make requests fail on purpose
 * @param cosmos how the cosmos face presents itself
 * @param couchbase how the couchbase face presents itself
 * @param durability the least that an acknowledged write survives
 * @param changeGrace for how long a replaced policy keeps its say
 * @param maxExpire how many documents a change of policy may hide at once, where the collection does not say
 * @param purgeRate how many documents the sweeper destroys a second while clients have work
 * @param changeRetention for how long the history of changes is kept, where one is
 * @param erasureRecord whether it is written down what is destroyed
 * @param events what is kept and told of expiry
 * @param clientTrust which certificates clients of the mongo face show; null where they are asked for none
 * @param metrics whether they may be scraped
 * @param users who may log in; nobody has to when it is empty
 */
public record ServerConfig(
        Place place,
        Path backups,
        InetAddress bind,
        List<String> hosts,
        Map<FaceName, Integer> ports,
        @Nullable String replicaSet,
        Release mongoRelease,
        boolean mongoTestCommands,
        CosmosChoice cosmos,
        CouchbaseChoice couchbase,
        ClockChoice clock,
        Durability durability,
        Duration changeGrace,
        ExpireLimit maxExpire,
        int purgeRate,
        Duration changeRetention,
        boolean erasureRecord,
        EventsChoice events,
        boolean loginRequired,
        List<ConfiguredUser> users,
        TlsChoice tls,
        @Nullable ClientTrust clientTrust,
        LogStyle log,
        boolean metrics) {
    public ServerConfig {
        hosts = List.copyOf(hosts);
        ports = Map.copyOf(new EnumMap<>(ports));
        users = List.copyOf(users);
    }

    /** Where documents are kept. */
    public sealed interface Place {
        record Folder(Path path) implements Place {}

        record Memory() implements Place {}
    }

    /** What deadlines are compared with. */
    public sealed interface ClockChoice {
        record MachineClock() implements ClockChoice {}

        /** A clock that is wound by hand; without an instant it goes on where the folder left it, else begins now. */
        record VirtualClock(@Nullable Instant start) implements ClockChoice {}
    }

    /**
     * How the cosmos face presents itself.
     *
     * @param regions that clients are told of; all of them are this server
     * @param keys that may do everything; none means the emulator's, for this machine alone
     * @param readingKeys that may only read
     */
    public record CosmosChoice(List<String> regions, List<String> keys, List<String> readingKeys) {
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
     * How the couchbase face presents itself.
     *
     * @param keyValuePort 0 takes a free one; the face's own port is that of the management
     * @param queryPort 0 takes a free one
     * @param vBuckets how many a new bucket has
     */
    public record CouchbaseChoice(
            int keyValuePort,
            int queryPort,
            dev.mayfly.face.couchbase.bucket.Release release,
            Edition edition,
            int vBuckets) {}

    /**
     * What is kept and told of expiry.
     *
     * @param kept in the log of events
     * @param webhooks whether events are sent to them
     * @param targets where those may lead
     */
    public record EventsChoice(EventSettings kept, boolean webhooks, WebhookTargets targets) {}

    /** Whether connections are encrypted. */
    public sealed interface TlsChoice {
        record Off() implements TlsChoice {}

        /** With a certificate that the server makes itself and keeps. */
        record Auto() implements TlsChoice {}

        /** With the certificates and the key in this PEM file. */
        record PemFile(Path path) implements TlsChoice {}
    }

    /**
     * Who vouches for clients.
     *
     * @param authorities a PEM file of certificates
     * @param isRequired whether a client without a certificate is refused
     */
    public record ClientTrust(Path authorities, boolean isRequired) {}

    /** How the log is written. */
    public record LogStyle(Format format, String level) {
        /** The form of a line. */
        public enum Format {
            TEXT,
            JSON
        }
    }
}
