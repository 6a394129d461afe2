package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Grant;
import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Users and what they were granted, as rows. Safe for concurrent use. */
public final class SystemUsers {
    private final StoredUsers users;
    private final Function<StoredUser, byte[]> form;

    /** @param form a user as management shows it, in JSON */
    public SystemUsers(StoredUsers users, Function<StoredUser, byte[]> form) {
        this.users = users;
        this.form = form;
    }

    private static String key(StoredUser user) {
        return user.domain().text() + ":" + user.id();
    }

    SequencedMap<String, N1qlValue> all(StatementExecution execution) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (StoredUser user : all()) {
            rows.put(key(user), N1qlValues.parse(form.apply(user)));
        }
        return rows;
    }

    /** Returns the caller's own row; none for a user that the server was started with, since no request has made it. */
    SequencedMap<String, N1qlValue> own(StatementExecution execution) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        if (execution.settings().identity() instanceof Caller caller) {
            StoredUser user = users.find(UserDomain.LOCAL, caller.name());
            if (user != null) {
                rows.put(key(user), N1qlValues.parse(form.apply(user)));
            }
        }
        return rows;
    }

    private List<StoredUser> all() {
        List<StoredUser> all = new ArrayList<>();
        for (UserDomain domain : UserDomain.values()) {
            all.addAll(users.all(domain));
        }
        return all;
    }

    /** Each role of each user, its own or a group's, and for what it is granted. */
    SequencedMap<String, N1qlValue> roles(StatementExecution execution) {
        SequencedMap<String, N1qlValue> rows = new TreeMap<>();
        for (StoredUser user : all()) {
            user.roles().forEach(role -> add(user, role, rows));
            for (String name : user.groups()) {
                Group group = users.group(name);
                if (group != null) {
                    group.roles().forEach(role -> add(user, role, rows));
                }
            }
        }
        return rows;
    }

    private static void add(StoredUser user, String role, SequencedMap<String, N1qlValue> rows) {
        Grant grant = Grant.parse(role);
        if (grant == null) {
            return;
        }
        SystemRow row = new SystemRow()
                .with("grantee", key(user))
                .with("role", grant.role().name());
        int parameters = grant.role().parameters();
        if (parameters > 0) {
            row.with("bucket_name", Grant.shown(grant.bucket()));
        }
        if (parameters > 1 && grant.scope() != null) {
            row.with("scope_name", grant.scope());
        }
        if (parameters > 2 && grant.collection() != null) {
            row.with("collection_name", grant.collection());
        }
        rows.put(key(user) + "/" + grant.text(), row.value());
    }
}
