package dev.mayfly.app.server;

import dev.mayfly.app.server.Certificates.Presented;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.face.transport.Tls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the cosmos face presents: the server's certificate, or where connections are not to be encrypted one of its own,
 * since several SDKs know no other way. Safe for concurrent use.
 */
final class CosmosCertificate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CosmosCertificate.class);

    private final ServerConfig config;
    private @Nullable Thread preparation;
    private @Nullable Presented presented;

    /** @param presented what all faces present; null when nothing was asked for */
    CosmosCertificate(ServerConfig config, @Nullable Presented presented) {
        this.config = config;
        this.presented = presented;
    }

    /** Makes it beside the start of the server, which does not wait for it. */
    void prepare() {
        preparation = Thread.ofPlatform().daemon().name("mayfly-certificate").start(() -> {
            try {
                presented();
            } catch (IllegalStateException wrong) {
                LOG.warn("the cosmos face has no certificate, so it answers plain connections alone", wrong);
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

    /** Waits until nothing is written any more. */
    @Override
    public void close() throws InterruptedException {
        Thread begun = preparation;
        if (begun != null) {
            begun.join();
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
