package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

// VerifyServiceSignature checks the header X-Service-Signature.
// body: the raw bytes; now: Unix seconds.
func VerifyServiceSignature(header string, body []byte, secrets []string, now int64) bool {
	time := ""
	var given []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "t" && time == "" {
			time = value
		} else if name == "v1" || name == "v0" {
			given = append(given, value)
		}
	}
	if !isRecent(time, now) {
		return false
	}
	for _, secret := range secrets {
		expected := hex.EncodeToString(sum([]byte(secret), time+".", body))
		for _, value := range given {
			if hmac.Equal([]byte(value), []byte(expected)) {
				return true
			}
		}
	}
	return false
}

// VerifyStandardSignature checks the headers webhook-id, webhook-timestamp and
// webhook-signature (Standard Webhooks).
func VerifyStandardSignature(id, timestamp, signature string, body []byte, secrets []string, now int64) bool {
	if !isRecent(timestamp, now) {
		return false
	}
	for _, secret := range secrets {
		digest := sum(standardKey(secret), id+"."+timestamp+".", body)
		expected := "v1," + base64.StdEncoding.EncodeToString(digest)
		for _, given := range strings.Split(signature, " ") {
			if hmac.Equal([]byte(given), []byte(expected)) {
				return true
			}
		}
	}
	return false
}

func standardKey(secret string) []byte {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return []byte(secret)
	}
	return key
}

func isRecent(time string, now int64) bool {
	seconds, err := strconv.ParseUint(time, 10, 40)
	if err != nil {
		return false
	}
	difference := now - int64(seconds)
	return -toleranceSeconds <= difference && difference <= toleranceSeconds
}

func sum(key []byte, prefix string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(prefix))
	mac.Write(body)
	return mac.Sum(nil)
}
