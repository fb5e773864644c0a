<?php

// Checks verify.php against the test vectors: php check-vectors.php signatures.json

declare(strict_types=1);

require __DIR__ . '/verify.php';

function by_service(array $vector): bool
{
    $header = $vector['headers']['X-Service-Signature'];
    $body = base64_decode($vector['body_base64']);
    return verify_service_signature($header, $body, [$vector['secret']], $vector['now']);
}

function by_standard(array $vector): bool
{
    return verify_standard_signature(
        $vector['headers']['webhook-id'],
        $vector['headers']['webhook-timestamp'],
        $vector['headers']['webhook-signature'],
        base64_decode($vector['body_base64']),
        [$vector['secret']],
        $vector['now'],
    );
}

$vectors = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$wrong = [];
foreach ($vectors['accept'] as $vector) {
    if (!by_service($vector) || !by_standard($vector)) {
        $wrong[] = $vector['name'];
    }
}
foreach ($vectors['refuse'] as $vector) {
    if ($vector['scheme'] === 'service' ? by_service($vector) : by_standard($vector)) {
        $wrong[] = $vector['name'];
    }
}
printf(
    "%d accepted, %d refused, wrong: %s\n",
    count($vectors['accept']),
    count($vectors['refuse']),
    json_encode($wrong),
);
exit($wrong === [] ? 0 : 1);
