package dev.mayfly.face.mongo.failpoint;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Map;
import org.bson.BsonDocument;

/** The fail points of one server by name. Safe for concurrent use. */
public final class FailPoints {
    private final FailPoint command = new FailPoint();
    private final FailPoint getMore = new FailPoint();
    private final FailPoint numberedWrite = new FailPoint();
    private final Map<String, FailPoint> byName = Map.of(
            "failCommand", command,
            "failGetMoreAfterCursorCheckout", getMore,
            "onPrimaryTransactionalWrite", numberedWrite);
    private volatile boolean isAnySet;

    /** Returns whether any fail point may trigger; asked of every request. */
    public boolean isAnySet() {
        return isAnySet;
    }

    /**
     * Configures a fail point, and returns how often it has triggered since the start.
     *
     * @throws CommandError if none has this name, or its data is not understood
     */
    public synchronized long configure(String name, FailPointMode mode, BsonDocument data) {
        FailPoint point = byName.get(name);
        if (point == null) {
            throw new CommandError(MongoCode.FAIL_POINT_SET_FAILED, name + " not found");
        }
        long triggered = point.configure(mode, data);
        isAnySet = byName.values().stream().anyMatch(FailPoint::isSet);
        return triggered;
    }

    /** Before any command but the one that sets fail points. */
    public FailPoint command() {
        return command;
    }

    /** When a getMore has its cursor. */
    public FailPoint getMore() {
        return getMore;
    }

    /** Before a retryable write changes a document. */
    public FailPoint numberedWrite() {
        return numberedWrite;
    }
}
