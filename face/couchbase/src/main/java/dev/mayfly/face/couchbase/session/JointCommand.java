package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.transport.connection.Request;
import java.util.List;

/** A command that can carry out several requests at once which arrived one behind the other. */
public interface JointCommand extends KvCommand, Request.Company {
    /**
     * Returns whether this request may be carried out with others of the command; false if that could end otherwise
     * than alone. Asked before anything is checked.
     */
    boolean mayJoin(KvCall call);

    /**
     * Answers requests that fit the rule, in their order. If it throws, each is carried out again alone, whatever became of
     * it.
     */
    List<KvResponse> runAll(List<KvCall> calls);

    @Override
    default void run(List<Request> requests) {
        KvCall.runAll(this, requests);
    }
}
