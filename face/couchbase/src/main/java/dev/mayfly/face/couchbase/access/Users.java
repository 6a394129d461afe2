package dev.mayfly.face.couchbase.access;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.session.Accounts;
import dev.mayfly.face.couchbase.session.ScramSecret;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Who may log in: the users the server was started with, who come first, and those that requests have made. Safe for
 * concurrent use.
 */
public final class Users implements Accounts {
    private static final String USER = "user/";
    private static final String GROUP = "group/";

    private final FaceRecords records;
    private final Map<String, ConfiguredUser> configured = new TreeMap<>();
    /** Made when first asked for, because making one takes its time. */
    private final Map<Wanted, ScramSecret> configuredSecrets = new ConcurrentHashMap<>();

    private final SecureRandom random = new SecureRandom();
    private final Map<String, User> users = new ConcurrentSkipListMap<>();
    private final Map<String, Group> groups = new ConcurrentSkipListMap<>();
    private volatile long generation;

    private record Wanted(String user, ScramMechanism mechanism) {}

    public Users(FaceRecords records, List<ConfiguredUser> configured) {
        this.records = records;
        configured.forEach(each -> this.configured.put(each.name(), each));
        records.list(USER)
                .forEach((key, bytes) ->
                        users.put(key.substring(USER.length()), User.fromBytes(key.substring(USER.length()), bytes)));
        records.list(GROUP)
                .forEach((key, bytes) -> groups.put(
                        key.substring(GROUP.length()), Group.fromBytes(key.substring(GROUP.length()), bytes)));
    }

    @Override
    public @Nullable ScramSecret secret(String user, ScramMechanism mechanism) {
        ConfiguredUser fixed = configured.get(user);
        if (fixed != null) {
            return configuredSecrets.computeIfAbsent(
                    new Wanted(user, mechanism), _ -> User.secretOf(mechanism, fixed.password(), random));
        }
        User found = users.get(user);
        return found == null ? null : found.secrets().get(mechanism);
    }

    @Override
    public @Nullable Caller identity(String user) {
        if (configured.containsKey(user)) {
            return new Caller(this, user, true);
        }
        return users.containsKey(user) ? new Caller(this, user, false) : null;
    }

    public boolean isConfigured(String user) {
        return configured.containsKey(user);
    }

    /** Changes with every change of a user or a group. */
    long generation() {
        return generation;
    }

    /** What a user has been granted as of now; nothing if there is no such user any more. */
    List<Grant> grants(String user) {
        ConfiguredUser fixed = configured.get(user);
        List<Grant> grants = new ArrayList<>();
        if (fixed != null) {
            addTo(grants, fixed.roles());
            return grants;
        }
        User found = users.get(user);
        if (found != null) {
            addTo(grants, found.roles());
            for (String group : found.groups()) {
                Group of = groups.get(group);
                addTo(grants, of == null ? List.of() : of.roles());
            }
        }
        return grants;
    }

    private static void addTo(List<Grant> grants, List<String> roles) {
        for (String role : roles) {
            Grant grant = Grant.parse(role);
            if (grant != null) {
                grants.add(grant);
            }
        }
    }

    public @Nullable User find(String user) {
        return users.get(user);
    }

    /** By name. */
    public List<User> all() {
        return List.copyOf(users.values());
    }

    public synchronized void put(User user) {
        records.put(USER + user.id(), user.toBytes());
        users.put(user.id(), user);
        generation++;
    }

    /** Whether there was one. */
    public synchronized boolean delete(String user) {
        if (!users.containsKey(user)) {
            return false;
        }
        records.delete(USER + user);
        users.remove(user);
        generation++;
        return true;
    }

    public @Nullable Group group(String group) {
        return groups.get(group);
    }

    /** By name. */
    public List<Group> groups() {
        return List.copyOf(groups.values());
    }

    public synchronized void put(Group group) {
        records.put(GROUP + group.id(), group.toBytes());
        groups.put(group.id(), group);
        generation++;
    }

    /** Whether there was one; nobody is in it afterwards. */
    public synchronized boolean deleteGroup(String group) {
        if (!groups.containsKey(group)) {
            return false;
        }
        for (User user : all()) {
            if (user.groups().contains(group)) {
                List<String> left = user.groups().stream()
                        .filter(each -> !each.equals(group))
                        .toList();
                put(new User(user.id(), user.name(), user.secrets(), user.passwordChangedAt(), user.roles(), left));
            }
        }
        records.delete(GROUP + group);
        groups.remove(group);
        generation++;
        return true;
    }
}
