package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.MongoRelease;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The server parameters by name. Safe for concurrent use once built. */
public final class ServerParameters {
    public static final String TTL_MONITOR_ENABLED = "ttlMonitorEnabled";
    public static final String TTL_MONITOR_SLEEP_SECONDS = "ttlMonitorSleepSecs";

    public static final String TRANSACTION_LIFETIME_SECONDS = "transactionLifetimeLimitSeconds";
    /** Name of the parameter that makes a root {@code ttl} field take effect if an index on {@code _ts} exists. */
    public static final String PER_DOCUMENT_TTL = "perDocumentTtlEnabled";

    /** Name of the parameter that makes every request name a version of the API. */
    static final String REQUIRE_API_VERSION = "requireApiVersion";

    /** Name of the parameter that refuses queries which no index serves. */
    public static final String NO_TABLE_SCAN = "notablescan";

    static final String ALLOW_DISK_USE = "allowDiskUseByDefault";

    private final Map<String, ServerParameter> parameters = new TreeMap<>();

    private ServerParameters() {}

    static ServerParameters of(MongoRelease release, boolean testCommands) {
        return new ServerParameters()
                .add(ServerParameter.truth(TTL_MONITOR_ENABLED, true))
                .add(ServerParameter.whole(TTL_MONITOR_SLEEP_SECONDS, 60, 1))
                .add(ServerParameter.truth(PER_DOCUMENT_TTL, true))
                .add(ServerParameter.truth("ttlMonitorBatchDeletes", true))
                .add(ServerParameter.whole("ttlMonitorSubPassTargetSecs", 60, 0))
                .add(ServerParameter.whole("ttlIndexDeleteTargetTimeMS", 1_000, 0))
                .add(ServerParameter.whole("ttlIndexDeleteTargetDocs", 50_000, 0))
                .add(ServerParameter.whole(TRANSACTION_LIFETIME_SECONDS, 60, 1))
                .add(ServerParameter.truth(NO_TABLE_SCAN, false))
                .add(ServerParameter.truth(REQUIRE_API_VERSION, false))
                .add(ServerParameter.truth(ALLOW_DISK_USE, true))
                .add(ServerParameter.whole("logLevel", 0, 0))
                .add(ServerParameter.fixed("enableTestCommands", BsonBoolean.valueOf(testCommands)))
                .add(ServerParameter.fixed("authSchemaVersion", new BsonInt32(5)))
                .add(ServerParameter.fixed(
                        "authenticationMechanisms", new BsonArray(List.of(new BsonString("SCRAM-SHA-256")))))
                .add(ServerParameter.fixed(
                        "featureCompatibilityVersion",
                        new BsonDocument("version", new BsonString(release.features()))));
    }

    private ServerParameters add(ServerParameter parameter) {
        parameters.put(parameter.name(), parameter);
        return this;
    }

    public Optional<ServerParameter> find(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /** One that is known to be there. */
    public ServerParameter get(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no parameter " + name));
    }

    public boolean truth(String name) {
        return get(name).value().asBoolean().getValue();
    }

    int whole(String name) {
        return get(name).value().asInt32().getValue();
    }

    public Collection<ServerParameter> all() {
        return parameters.values();
    }
}
