package dev.mayfly.face.couchbase.access;

import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A user that has logged in. Sees changes of its roles at once. Safe for concurrent use. */
public final class Caller implements Identity {
    private static final String FULL_ADMIN = "admin";
    private static final int DECISIONS_MAX = 4_096;

    private final StoredUsers users;
    private final String name;
    private final boolean isConfigured;
    private final boolean isServer;
    private volatile Rights rights;

    private record Rights(long generation, List<Grant> grants, boolean isAdmin, Map<Permission, Boolean> decisions) {}

    Caller(StoredUsers users, String name, boolean isConfigured) {
        this.users = users;
        this.name = name;
        this.isConfigured = isConfigured;
        this.isServer = false;
        this.rights = read();
    }

    private Caller(StoredUsers users, String name) {
        this.users = users;
        this.name = name;
        this.isConfigured = true;
        this.isServer = true;
        this.rights = read();
    }

    /** Returns a caller of the server's own, which may do everything. */
    static Caller administrator(StoredUsers users, String name) {
        return new Caller(users, name);
    }

    private Rights read() {
        long generation = users.generation();
        List<Grant> grants = users.grants(name);
        boolean isAdmin =
                isServer || grants.stream().anyMatch(each -> each.role().name().equals(FULL_ADMIN));
        return new Rights(generation, grants, isAdmin, new ConcurrentHashMap<>());
    }

    private Rights rights() {
        Rights known = rights;
        if (known.generation != users.generation()) {
            known = read();
            rights = known;
        }
        return known;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the domain of the user: {@code admin} for those the server was started with, else {@code local}. */
    public String domain() {
        return isConfigured ? "admin" : "local";
    }

    public List<Grant> grants() {
        return rights().grants();
    }

    public boolean may(Permission permission) {
        Rights known = rights();
        if (known.isAdmin) {
            return true;
        }
        Boolean decided = known.decisions.get(permission);
        if (decided != null) {
            return decided;
        }
        boolean allowed = known.grants.stream().anyMatch(grant -> grant.allows(permission));
        if (known.decisions.size() < DECISIONS_MAX) {
            known.decisions.put(permission, allowed);
        }
        return allowed;
    }

    @Override
    public long generation() {
        return users.generation();
    }

    @Override
    public boolean mayEnter(String bucket) {
        return may(Permission.bucket(bucket, "settings", "read"));
    }

    @Override
    public boolean may(Privilege privilege, String bucket) {
        String path = path(privilege);
        return path.isEmpty() || may(Permission.bucket(bucket, path, operation(privilege)));
    }

    @Override
    public boolean may(Privilege privilege, String bucket, String scope, String collection) {
        String path = path(privilege);
        return path.isEmpty() || may(Permission.collection(bucket, scope, collection, path, operation(privilege)));
    }

    private static String path(Privilege privilege) {
        return switch (privilege) {
            case NONE, LOGIN -> "";
            case READ, META_READ, INSERT, UPSERT, DELETE, RANGE_SCAN -> "data.docs";
            case DCP -> "data.dcpstream";
            case META_WRITE -> "data.meta";
            case SYSTEM_XATTR_READ, SYSTEM_XATTR_WRITE -> "data.sxattr";
            case STATISTICS -> "stats";
            case SETTINGS -> "settings";
        };
    }

    private static String operation(Privilege privilege) {
        return switch (privilege) {
            case NONE, LOGIN, READ, META_READ, SYSTEM_XATTR_READ, STATISTICS, DCP -> "read";
            case RANGE_SCAN -> "range_scan";
            case INSERT -> "insert";
            case UPSERT -> "upsert";
            case DELETE -> "delete";
            case META_WRITE, SYSTEM_XATTR_WRITE, SETTINGS -> "write";
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
