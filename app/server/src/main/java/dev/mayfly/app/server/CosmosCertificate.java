package dev.mayfly.app.server;

import dev.mayfly.app.server.Certificates.Presented;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.transport.Tls;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of the cosmos face: the server's, or the face's own where connections need no TLS, since several
 * SDKs know no other way. Safe for concurrent use.
 */
final class CosmosCertificate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CosmosCertificate.class);
    private static final Duration AFTER_START = Duration.ofSeconds(2);
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);

    private final ServerConfig config;
    private volatile @Nullable Thread preparation;
    private volatile boolean isClosed;
    private @Nullable Presented presented;

    /** @param presented what all faces present; null when nothing was asked for */
    CosmosCertificate(ServerConfig config, @Nullable Presented presented) {
        this.config = config;
        this.presented = presented;
    }

    /**
     * Makes the certificate in the background a little later, unless a client asks for it before: the start of the server neither waits
     * for it nor shares the processor with it.
     */
    void prepare(Timers timers) {
        timers.schedule(AFTER_START, this::begin);
    }

    private void begin() {
        if (isClosed) {
            return;
        }
        preparation = Thread.ofPlatform().daemon().name("mayfly-certificate").start(() -> {
            try {
                presented();
            } catch (IllegalStateException wrong) {
                if (!isClosed) {
                    LOG.warn("the cosmos face has no certificate, so it answers plain connections alone", wrong);
                }
            }
        });
    }

    Tls tls() {
        return Tls.lazily(() -> presented().toAnyone());
    }

    /** The certificate without its key. */
    String pem() {
        return presented().chain();
    }

    /** Waits a little for what is being made; it is written whole or not at all. */
    @Override
    public void close() {
        isClosed = true;
        Thread begun = preparation;
        if (begun == null) {
            return;
        }
        try {
            boolean ended = begun.join(CLOSE_WAIT);
            LOG.debug("the certificate was {}", ended ? "made" : "not made in time");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Presented presented() {
        Presented known = presented;
        if (known == null) {
            try {
                known = Certificates.own(config);
            } catch (ConfigException wrong) {
                throw new IllegalStateException(wrong);
            }
            presented = known;
        }
        return known;
    }
}
