package dev.mayfly.store.cassandra;

import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.PROTOCOL_VERSION;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.RECONNECTION_BASE_DELAY;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.RECONNECTION_MAX_DELAY;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.REQUEST_CONSISTENCY;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.REQUEST_LOG_WARNINGS;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.REQUEST_TIMEOUT;
import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.RETRY_POLICY_CLASS;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.time.Duration;
import java.util.List;

/** Opens sessions of the driver, and has every setting of it that matters. */
final class CassandraSession {
    /** Longer than the server tries: its own timeouts of a conditional write come first, and they say more. */
    private static final Duration REQUEST = Duration.ofSeconds(12);

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration AGREE = Duration.ofSeconds(30);
    private static final Duration RECONNECT_FIRST = Duration.ofMillis(250);
    private static final Duration RECONNECT_LAST = Duration.ofSeconds(5);

    private CassandraSession() {}

    static CqlSession open(CassandraOptions options) {
        CqlSessionBuilder builder = CqlSession.builder()
                .withConfigLoader(settings(options))
                .withClassLoader(CassandraSession.class.getClassLoader())
                .addContactPoints(options.contactPoints())
                .withLocalDatacenter(options.datacenter());
        if (options.login() != null) {
            builder.withAuthCredentials(options.login().user(), options.login().password());
        }
        if (options.tls() != null) {
            builder.withSslEngineFactory(new ProgrammaticSslEngineFactory(options.tls(), null, true));
        }
        try {
            return builder.build();
        } catch (DriverException failure) {
            throw new StoreException(
                    Reason.UNAVAILABLE,
                    "no node of Cassandra at " + options.contactPoints() + " lets us in: " + failure.getMessage(),
                    failure);
        }
    }

    private static DriverConfigLoader settings(CassandraOptions options) {
        return DriverConfigLoader.programmaticBuilder()
                // With V5 the driver does not read all of the answer to a conditional write that timed out, and then
                // fails
                // every other request of the connection.
                .withString(PROTOCOL_VERSION, "V4")
                .withString(REQUEST_CONSISTENCY, "LOCAL_QUORUM")
                .withString(REQUEST_SERIAL_CONSISTENCY, "LOCAL_SERIAL")
                .withBoolean(REQUEST_DEFAULT_IDEMPOTENCE, false)
                // Each page that meets tombstones would be a line of the log.
                .withBoolean(REQUEST_LOG_WARNINGS, false)
                .withClass(RETRY_POLICY_CLASS, NeverRetry.class)
                .withDuration(REQUEST_TIMEOUT, REQUEST)
                .withDuration(CONTROL_CONNECTION_TIMEOUT, CONNECT)
                .withDuration(CONTROL_CONNECTION_AGREEMENT_TIMEOUT, AGREE)
                .withDuration(CONNECTION_INIT_QUERY_TIMEOUT, CONNECT)
                .withDuration(METADATA_SCHEMA_REQUEST_TIMEOUT, CONNECT)
                .withDuration(RECONNECTION_BASE_DELAY, RECONNECT_FIRST)
                .withDuration(RECONNECTION_MAX_DELAY, RECONNECT_LAST)
                .withStringList(METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(options.keyspace()))
                .withInt(NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .build();
    }
}
