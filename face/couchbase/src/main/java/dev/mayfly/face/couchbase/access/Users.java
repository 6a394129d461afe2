package dev.mayfly.face.couchbase.access;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.session.Accounts;
import dev.mayfly.face.couchbase.session.ScramSecret;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
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
    private static final String GROUP = "group/";

    private final FaceRecords records;
    private final Map<String, ConfiguredUser> configured = new TreeMap<>();
    /** Made when first asked for, because making one takes its time. */
    private final Map<Wanted, ScramSecret> configuredSecrets = new ConcurrentHashMap<>();

    private final SecureRandom random = new SecureRandom();
    private final Map<UserDomain, Map<String, User>> users = new EnumMap<>(UserDomain.class);
    private final Map<String, Group> groups = new ConcurrentSkipListMap<>();
    private volatile long generation;

    private record Wanted(String user, ScramMechanism mechanism) {}

    public Users(FaceRecords records, List<ConfiguredUser> configured) {
        this.records = records;
        configured.forEach(each -> this.configured.put(each.name(), each));
        for (UserDomain domain : UserDomain.values()) {
            Map<String, User> of = new ConcurrentSkipListMap<>();
            int start = domain.prefix().length();
            records.list(domain.prefix()).forEach((key, bytes) -> {
                String id = key.substring(start);
                of.put(id, User.fromBytes(domain, id, bytes));
            });
            users.put(domain, of);
        }
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
        User found = find(UserDomain.LOCAL, user);
        return found == null ? null : found.secrets().get(mechanism);
    }

    @Override
    public @Nullable Caller identity(String user) {
        if (configured.containsKey(user)) {
            return new Caller(this, user, true);
        }
        return find(UserDomain.LOCAL, user) != null ? new Caller(this, user, false) : null;
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
        User found = find(UserDomain.LOCAL, user);
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

    public @Nullable User find(UserDomain domain, String user) {
        return of(domain).get(user);
    }

    /** By name. */
    public List<User> all(UserDomain domain) {
        return List.copyOf(of(domain).values());
    }

    private Map<String, User> of(UserDomain domain) {
        return users.getOrDefault(domain, Map.of());
    }

    public synchronized void put(User user) {
        records.put(user.domain().prefix() + user.id(), user.toBytes());
        of(user.domain()).put(user.id(), user);
        generation++;
    }

    public synchronized void delete(User user) {
        records.delete(user.domain().prefix() + user.id());
        of(user.domain()).remove(user.id());
        generation++;
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
        for (UserDomain domain : UserDomain.values()) {
            for (User user : all(domain)) {
                if (user.groups().contains(group)) {
                    put(user.outside(group));
                }
            }
        }
        records.delete(GROUP + group);
        groups.remove(group);
        generation++;
        return true;
    }
}
