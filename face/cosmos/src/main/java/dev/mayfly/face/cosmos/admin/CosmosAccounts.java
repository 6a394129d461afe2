package dev.mayfly.face.cosmos.admin;

import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Database;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.StoredOperations;
import dev.mayfly.face.cosmos.resource.StoredOperations.Parent;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.cosmos.session.Permissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Users of the databases of this face, named {@code DATABASE/USER}, with their permissions, and the keys of the account, which
 * the configuration sets. A role is a permission, see {@link PermissionRole}.
 */
public final class CosmosAccounts implements FaceUsers {
    private static final JsonMapper JSON = new JsonMapper();

    private final Databases databases;
    private final Containers containers;
    private final StoredOperations users;
    private final StoredOperations grants;
    private final Permissions permissions;
    private final CosmosKeys keys;

    /**
     * Creates the accounts.
     *
     * @param users the operations on users
     * @param grants the operations on their permissions
     */
    public CosmosAccounts(
            Databases databases,
            Containers containers,
            StoredOperations users,
            StoredOperations grants,
            Permissions permissions,
            CosmosKeys keys) {
        this.databases = databases;
        this.containers = containers;
        this.users = users;
        this.grants = grants;
        this.permissions = permissions;
        this.keys = keys;
    }

    private static <T> T worded(Supplier<T> work) {
        try {
            return work.get();
        } catch (CosmosException refused) {
            throw CosmosRefusals.of(refused);
        }
    }

    /** The name of a user with the database in which it is one. */
    private record Account(Database database, String user) {
        Parent parent() {
            return Parent.of(database);
        }
    }

    private Account account(String name) {
        int slash = name.indexOf('/');
        if (slash <= 0 || slash == name.length() - 1) {
            throw FaceRefusal.invalid("a user of cosmos belongs to a database and is named DATABASE/USER");
        }
        return new Account(databases.require(name.substring(0, slash)), name.substring(slash + 1));
    }

    @Override
    public List<FaceUser> users() {
        return worded(() -> {
            List<FaceUser> all = new ArrayList<>();
            for (Database database : databases.all()) {
                for (ObjectNode user : users.all(Parent.of(database))) {
                    String name = user.path("id").asString();
                    all.add(new FaceUser(database.id() + "/" + name, roles(permissions.parent(database, name))));
                }
            }
            all.sort((left, right) -> left.name().compareTo(right.name()));
            return all;
        });
    }

    private List<String> roles(Parent user) {
        return grants.all(user).stream()
                .map(PermissionRole::of)
                .map(PermissionRole::toString)
                .toList();
    }

    @Override
    public void put(FaceUser user, @Nullable String password) {
        if (password != null) {
            throw FaceRefusal.invalid(
                    "users of cosmos have no passwords: their clients present tokens of their permissions");
        }
        worded(() -> {
            Account account = account(user.name());
            List<PermissionRole> wanted =
                    user.roles().stream().map(PermissionRole::read).distinct().toList();
            for (PermissionRole role : wanted) {
                if (containers.find(account.database().id(), role.container()) == null) {
                    throw FaceRefusal.missing("there is no container " + role.container() + " in "
                            + account.database().id());
                }
            }
            if (!isThere(account)) {
                users.put(account.parent(), JSON.createObjectNode().put("id", account.user()));
            }
            grant(account, permissions.parent(account.database(), account.user()), wanted);
            return true;
        });
    }

    private boolean isThere(Account account) {
        return users.all(account.parent()).stream()
                .anyMatch(each -> each.path("id").asString().equals(account.user()));
    }

    /** Gives a user these permissions and no others. */
    private void grant(Account account, Parent user, List<PermissionRole> wanted) {
        List<PermissionRole> kept = new ArrayList<>();
        for (ObjectNode permission : grants.all(user)) {
            PermissionRole role = PermissionRole.of(permission);
            if (wanted.contains(role)) {
                kept.add(role);
            } else {
                grants.remove(user, permission.path("id").asString());
            }
        }
        for (PermissionRole role : wanted) {
            if (!kept.contains(role)) {
                grants.put(user, role.permission(account.database().id()));
            }
        }
    }

    @Override
    public boolean remove(String name) {
        return worded(() -> {
            Account account = account(name);
            return users.remove(account.parent(), account.user());
        });
    }

    @Override
    public List<AccessToken> tokens(String name, int seconds) {
        return worded(() -> {
            Account account = account(name);
            if (!isThere(account)) {
                throw FaceRefusal.missing("there is no user " + name);
            }
            Parent user = permissions.parent(account.database(), account.user());
            return grants.all(user).stream()
                    .map(permission -> new AccessToken(
                            PermissionRole.of(permission).toString(),
                            permissions.token(permission, user, seconds),
                            seconds))
                    .toList();
        });
    }

    @Override
    public List<AccountKey> keys() {
        return keys.described();
    }
}
