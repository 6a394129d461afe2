package dev.mayfly.face.mongo.replica;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import org.bson.BsonObjectId;

/** The state and the configuration of a replica set, for administrative commands. */
public final class MemberReport {
    private static final int PRIMARY = 1;
    private static final int SECONDARY = 2;
    private static final int HEARTBEAT_MILLIS = 2000;
    private static final int HEARTBEAT_TIMEOUT_SECONDS = 10;
    private static final int ELECTION_TIMEOUT_MILLIS = 10_000;
    private static final int CATCH_UP_TAKEOVER_MILLIS = 30_000;

    private final ReplicaSet set;
    private final String member;
    private final boolean isPrimary;

    /** @param member host and port, as the asking client sees them */
    public MemberReport(ReplicaSet set, String member, boolean isPrimary) {
        this.set = set;
        this.member = member;
        this.isPrimary = isPrimary;
    }

    /** The answer to {@code replSetGetStatus}. */
    public BsonBuilder status(long clusterTime, long now, long uptimeSeconds) {
        BsonBuilder reply = new BsonBuilder()
                .text("set", set.name())
                .date("date", now)
                .int32("myState", isPrimary ? PRIMARY : SECONDARY)
                .int64("term", ReplicaSet.TERM)
                .text("syncSourceHost", "")
                .int32("syncSourceId", -1)
                .int64("heartbeatIntervalMillis", HEARTBEAT_MILLIS)
                .int32("majorityVoteCount", 1)
                .int32("writeMajorityCount", 1)
                .int32("votingMembersCount", 1)
                .int32("writableVotingMembersCount", 1);
        reply.startDocument("optimes");
        ReplicaSet.optime(reply, "lastCommittedOpTime", clusterTime).date("lastCommittedWallTime", now);
        ReplicaSet.optime(reply, "readConcernMajorityOpTime", clusterTime);
        ReplicaSet.optime(reply, "appliedOpTime", clusterTime);
        ReplicaSet.optime(reply, "durableOpTime", clusterTime);
        reply.date("lastAppliedWallTime", now).date("lastDurableWallTime", now).end();
        reply.startArray("members").startElement();
        reply.int32("_id", 0)
                .text("name", member)
                .real("health", 1)
                .int32("state", isPrimary ? PRIMARY : SECONDARY)
                .text("stateStr", isPrimary ? "PRIMARY" : "SECONDARY")
                .int64("uptime", uptimeSeconds);
        ReplicaSet.optime(reply, "optime", clusterTime)
                .date("optimeDate", now)
                .text("syncSourceHost", "")
                .int32("syncSourceId", -1)
                .text("infoMessage", "");
        if (isPrimary) {
            reply.timestamp("electionTime", ClusterTime.of(now - uptimeSeconds * 1000, 1))
                    .date("electionDate", now - uptimeSeconds * 1000);
        }
        reply.int32("configVersion", ReplicaSet.CONFIGURATION_VERSION)
                .int64("configTerm", ReplicaSet.TERM)
                .bool("self", true)
                .text("lastHeartbeatMessage", "");
        return reply.end().end();
    }

    /** The answer to {@code replSetGetConfig}. */
    public BsonBuilder configuration() {
        BsonBuilder reply = new BsonBuilder().startDocument("config");
        reply.text("_id", set.name())
                .int32("version", ReplicaSet.CONFIGURATION_VERSION)
                .int64("term", ReplicaSet.TERM);
        reply.startArray("members").startElement();
        reply.int32("_id", 0)
                .text("host", member)
                .bool("arbiterOnly", false)
                .bool("buildIndexes", true)
                .bool("hidden", false)
                .int32("priority", 1)
                .startDocument("tags")
                .end()
                .int64("secondaryDelaySecs", 0)
                .int32("votes", 1);
        reply.end().end().int64("protocolVersion", 1).bool("writeConcernMajorityJournalDefault", true);
        return settings(reply).end();
    }

    private BsonBuilder settings(BsonBuilder reply) {
        return reply.startDocument("settings")
                .bool("chainingAllowed", true)
                .int32("heartbeatIntervalMillis", HEARTBEAT_MILLIS)
                .int32("heartbeatTimeoutSecs", HEARTBEAT_TIMEOUT_SECONDS)
                .int32("electionTimeoutMillis", ELECTION_TIMEOUT_MILLIS)
                .int32("catchUpTimeoutMillis", -1)
                .int32("catchUpTakeoverDelayMillis", CATCH_UP_TAKEOVER_MILLIS)
                .startDocument("getLastErrorModes")
                .end()
                .startDocument("getLastErrorDefaults")
                .int32("w", 1)
                .int32("wtimeout", 0)
                .end()
                .value("replicaSetId", new BsonObjectId(set.id()))
                .end();
    }
}
