package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;

/** The server itself, which may do everything. */
final class InnerIdentity implements Identity {
    static final InnerIdentity INSTANCE = new InnerIdentity();

    private InnerIdentity() {}

    @Override
    public String name() {
        return "mayfly";
    }

    @Override
    public boolean mayEnter(String bucket) {
        return true;
    }

    @Override
    public boolean may(Privilege privilege, String bucket) {
        return true;
    }
}
