package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Grant;
import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.User;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.access.Users;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Users and what they were granted, as rows. Safe for concurrent use. */
public final class SystemUsers {
    private final Users users;
    private final Function<User, byte[]> form;

    /** @param form a user as management shows it, in JSON */
    public SystemUsers(Users users, Function<User, byte[]> form) {
        this.users = users;
        this.form = form;
    }

    private static String key(User user) {
        return user.domain().text() + ":" + user.id();
    }

    SequencedMap<String, Value> all(Execution execution) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        for (User user : all()) {
            rows.put(key(user), Values.parse(form.apply(user)));
        }
        return rows;
    }

    /** Whoever the server was started with is no user whom a request has made, and has no row. */
    SequencedMap<String, Value> own(Execution execution) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        if (execution.settings().identity() instanceof Caller caller) {
            User user = users.find(UserDomain.LOCAL, caller.name());
            if (user != null) {
                rows.put(key(user), Values.parse(form.apply(user)));
            }
        }
        return rows;
    }

    private List<User> all() {
        List<User> all = new ArrayList<>();
        for (UserDomain domain : UserDomain.values()) {
            all.addAll(users.all(domain));
        }
        return all;
    }

    /** Each role of each user, its own or a group's, and for what it is granted. */
    SequencedMap<String, Value> roles(Execution execution) {
        SequencedMap<String, Value> rows = new TreeMap<>();
        for (User user : all()) {
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

    private static void add(User user, String role, SequencedMap<String, Value> rows) {
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
