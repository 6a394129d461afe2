package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the certificates of one file and no others. */
final class TrustedCertificates {
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");

    private TrustedCertificates() {}

    static SSLContext of(Path file) {
        try (InputStream stream = certificates(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(stream)) {
                store.setCertificateEntry("trusted-" + count++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException failure) {
            throw new CommandFailure(ExitCode.USAGE, "--cacert: " + file + " cannot be used: " + failure.getMessage());
        }
    }

    /** Anything else in the file, such as the server's key, is skipped. */
    private static InputStream certificates(Path file) throws IOException {
        StringBuilder found = new StringBuilder();
        Matcher blocks = CERTIFICATE.matcher(Files.readString(file, StandardCharsets.US_ASCII));
        while (blocks.find()) {
            found.append(blocks.group()).append('\n');
        }
        return new ByteArrayInputStream(found.toString().getBytes(StandardCharsets.US_ASCII));
    }
}
