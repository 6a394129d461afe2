package dev.mayfly.face.mongo.session;

import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Users that are forgotten when the process ends. */
public final class MemoryUserStore implements UserStore {
    private static final Comparator<UserName> ORDER =
            Comparator.comparing(UserName::database).thenComparing(UserName::name);

    private final Map<UserName, User> users = new ConcurrentSkipListMap<>(ORDER);
    private final byte[] secret = new byte[ScramSecrets.SECRET_BYTES];

    public MemoryUserStore() {
        new SecureRandom().nextBytes(secret);
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public Optional<User> find(UserName name) {
        return Optional.ofNullable(users.get(name));
    }

    @Override
    public boolean create(User user) {
        return users.putIfAbsent(user.name(), user) == null;
    }

    @Override
    public boolean update(User user) {
        return users.replace(user.name(), user) != null;
    }

    @Override
    public boolean drop(UserName name) {
        return users.remove(name) != null;
    }

    @Override
    public List<User> list() {
        return List.copyOf(users.values());
    }
}
