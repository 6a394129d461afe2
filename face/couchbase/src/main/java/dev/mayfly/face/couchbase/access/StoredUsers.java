package dev.mayfly.face.couchbase.access;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.RecordsCopy;
import dev.mayfly.face.couchbase.session.Accounts;
import dev.mayfly.face.couchbase.session.KvAuthentication;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The users that may log in: those the server was started with, which come first, and those that requests have made.
 * Safe for concurrent use.
 */
public final class StoredUsers implements Accounts {
    private static final String GROUP = "group/";
    private static final String SALT_SECRET = "scram/secret";
    private static final int SALT_SECRET_BYTES = 32;

    private final FaceRecords records;
    private final Map<String, FixedUser> configured = new TreeMap<>();
    /** Created on first use, because deriving one is slow. */
    private final Map<Wanted, ScramSecret> configuredSecrets = new ConcurrentHashMap<>();

    private final byte[] saltSecret;
    private final Map<UserDomain, Map<String, StoredUser>> users = new EnumMap<>(UserDomain.class);
    private final Map<String, Group> groups = new ConcurrentSkipListMap<>();
    private volatile long generation;
    private final RecordsCopy copy;

    private record Wanted(String user, ScramMechanism mechanism) {}

    public StoredUsers(FaceRecords records, List<FixedUser> configured) {
        this.records = records;
        this.saltSecret = records.secret(SALT_SECRET, SALT_SECRET_BYTES);
        configured.forEach(each -> this.configured.put(each.name(), each));
        for (UserDomain domain : UserDomain.values()) {
            users.put(domain, new ConcurrentSkipListMap<>());
        }
        this.copy = new RecordsCopy(records);
        copy.readAnew(this::load);
    }

    /** Reads all users and groups; those that are there no more go. */
    private void load() {
        users.forEach((domain, of) -> {
            int start = domain.prefix().length();
            Map<String, byte[]> kept = records.list(domain.prefix());
            of.keySet().removeIf(id -> !kept.containsKey(domain.prefix() + id));
            kept.forEach((key, bytes) -> {
                String id = key.substring(start);
                of.put(id, StoredUser.fromBytes(domain, id, bytes));
            });
        });
        Map<String, byte[]> kept = records.list(GROUP);
        groups.keySet().removeIf(id -> !kept.containsKey(GROUP + id));
        kept.forEach((key, bytes) ->
                groups.put(key.substring(GROUP.length()), Group.fromBytes(key.substring(GROUP.length()), bytes)));
    }

    /** Returns when everything is known that other servers have changed before the call. */
    private void refresh() {
        records.refresh();
        takeOver();
    }

    /** Reads anew what other servers have changed, as far as it is known that they have. */
    private void takeOver() {
        if (copy.isOld()) {
            synchronized (this) {
                if (copy.readAnew(this::load)) {
                    generation++;
                }
            }
        }
    }

    @Override
    public @Nullable ScramSecret secret(String user, ScramMechanism mechanism) {
        FixedUser fixed = configured.get(user);
        if (fixed != null) {
            return configuredSecrets.computeIfAbsent(
                    new Wanted(user, mechanism),
                    _ -> KvAuthentication.secretOf(mechanism, fixed.password(), salt(user, mechanism)));
        }
        StoredUser found = find(UserDomain.LOCAL, user);
        return found == null ? null : found.secrets().get(mechanism);
    }

    @Override
    public byte[] salt(String user, ScramMechanism mechanism) {
        byte[] name = user.getBytes(StandardCharsets.UTF_8);
        byte[] first = ScramFunctions.hmac(mechanism, name, saltSecret);
        // The shortest of the mechanisms gives less than a salt has.
        byte[] second = ScramFunctions.hmac(mechanism, first, saltSecret);
        byte[] salt = Arrays.copyOf(first, StoredUser.SALT_BYTES);
        int missing = Math.max(0, StoredUser.SALT_BYTES - first.length);
        System.arraycopy(second, 0, salt, StoredUser.SALT_BYTES - missing, missing);
        return salt;
    }

    @Override
    public @Nullable Caller identity(String user) {
        if (configured.containsKey(user)) {
            return new Caller(this, user, true);
        }
        return find(UserDomain.LOCAL, user) != null ? new Caller(this, user, false) : null;
    }

    /** Returns a caller that may do everything, whatever users there are. */
    public Caller administrator(String name) {
        return Caller.administrator(this, name);
    }

    public boolean isConfigured(String user) {
        return configured.containsKey(user);
    }

    /** Changes with every change of a user or a group. */
    long generation() {
        takeOver();
        return generation;
    }

    /** Returns the current grants of a user; none if the user no longer exists. */
    List<Grant> grants(String user) {
        FixedUser fixed = configured.get(user);
        List<Grant> grants = new ArrayList<>();
        if (fixed != null) {
            addTo(grants, fixed.roles());
            return grants;
        }
        StoredUser found = of(UserDomain.LOCAL).get(user);
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

    public @Nullable StoredUser find(UserDomain domain, String user) {
        refresh();
        return of(domain).get(user);
    }

    /** Returns the users, sorted by name. */
    public List<StoredUser> all(UserDomain domain) {
        refresh();
        return List.copyOf(of(domain).values());
    }

    private Map<String, StoredUser> of(UserDomain domain) {
        return users.getOrDefault(domain, Map.of());
    }

    public synchronized void put(StoredUser user) {
        records.put(user.domain().prefix() + user.id(), user.toBytes());
        of(user.domain()).put(user.id(), user);
        generation++;
    }

    public synchronized void delete(StoredUser user) {
        records.delete(user.domain().prefix() + user.id());
        of(user.domain()).remove(user.id());
        generation++;
    }

    public @Nullable Group group(String group) {
        refresh();
        return groups.get(group);
    }

    /** Returns the groups, sorted by name. */
    public List<Group> groups() {
        refresh();
        return List.copyOf(groups.values());
    }

    public synchronized void put(Group group) {
        records.put(GROUP + group.id(), group.toBytes());
        groups.put(group.id(), group);
        generation++;
    }

    /** Deletes a group and removes all its members. Returns whether it existed. */
    public synchronized boolean deleteGroup(String group) {
        if (!groups.containsKey(group)) {
            return false;
        }
        for (UserDomain domain : UserDomain.values()) {
            for (StoredUser user : all(domain)) {
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
